// A place where an assumption never holds is told; one that holds on some paths is not.
// homing: reach @behind => UNREACHABLE
// homing: reach @other => REACHED
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 10, "x");
  if (x > 5) {
    klee_assume(x < 3);
    return 1; // <behind>
  }
  klee_assume(x != 2);
  return 2; // <other>
}
