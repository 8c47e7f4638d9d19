// Heap memory that was never written decides a branch.
// homing: check --check uninit => ERROR uninitialised @bad (interpreter)
// homing: check => NO ERROR

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p), r = 0;
  p[0] = 1;
  if (klee_int("x") == 3)
    p[1] = 2;
  if (p[1] == 2) // <bad>
    r = 1;
  free(p);
  return r;
}
