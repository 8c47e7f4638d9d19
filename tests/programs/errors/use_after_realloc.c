// The old block is used after realloc.
// homing: check => ERROR use-after-free @old

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int n = klee_range(1, 3, "n");
  int *p = malloc(4 * sizeof *p), *old = p;
  p[0] = 1;
  if (n == 2) {
    p = realloc(p, 400);
    old[0] = 2; // <old>
  }
  free(p);
  return 0;
}
