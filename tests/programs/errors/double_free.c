// A block is freed twice.
// homing: check => ERROR double-free @bad

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  if (klee_int("x") > 1000)
    free(p);
  free(p); // <bad>
  return 0;
}
