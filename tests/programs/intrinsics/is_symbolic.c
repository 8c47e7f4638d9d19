// klee_is_symbolic: only the analysis can tell, so its answer is part of the test case.
// homing: reach @sym => REACHED
// homing: reach @con => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int x, y = 4;
  klee_make_symbolic(&x, sizeof x, "x");
  if (klee_is_symbolic(y))
    return 1; // <con>
  if (klee_is_symbolic(x))
    return 2; // <sym>
  return 0;
}
