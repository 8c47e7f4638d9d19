// The only pointer to a block is overwritten in a loop.
// homing: check => ERROR leak @any

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *p = 0;
  int n = klee_range(0, 3, "n");
  for (int i = 0; i < n; i++)
    p = malloc(8);
  free(p);
  return 0;
}
