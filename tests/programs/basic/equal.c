// The smallest question: one comparison.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x * 3 == 21)
    x = 1; // <hit>
  if (x * 2 == 7)
    x = 2; // <never>
  return 0;
}
