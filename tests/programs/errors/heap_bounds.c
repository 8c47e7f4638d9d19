// One past a heap block of a symbolic size.
// homing: check => ERROR out-of-bounds @bad

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int n = klee_range(1, 10, "n");
  char *p = malloc(n);
  for (int i = 0; i <= 8; i++)
    if (i < n + (n == 5))
      p[i] = 1; // <bad>
  int r = p[0];
  free(p);
  return r;
}
