// Assumptions cut off runs, before and after.
// homing: reach @hit => REACHED
// homing: reach @cut => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x > 5);
  klee_assume(x < 8);
  if (x == 7)
    return 1; // <hit>
  if (x == 5)
    return 2; // <cut>
  return 0;
}
