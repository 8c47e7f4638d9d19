// klee_silent_exit ends a run; what is behind it is not reached.
// homing: reach @rest => REACHED
// homing: reach @behind => UNREACHABLE
// homing: check => NO ERROR
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3)
    klee_silent_exit(0);
  if (x == 3)
    return 1; // <behind>
  return 0; // <rest>
}
