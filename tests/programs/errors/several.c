// Three different errors of one program, each with its own input.
// homing: check => ERROR null @null, ERROR division-by-zero @zero, ERROR abort @abort

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int("x"), v = 4;
  if (x == 1) {
    int *p = 0;
    return *p; // <null>
  }
  if (x == 2)
    return v / (x - 2); // <zero>
  if (x == 3)
    abort(); // <abort>
  return 0;
}
