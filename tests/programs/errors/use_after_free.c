// A block is read after it was freed.
// homing: check => ERROR use-after-free @bad

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  if (klee_int("x") == 10)
    free(p);
  int v = *p; // <bad>
  free(p);
  return v;
}
