// klee_reach is a target; the run goes on behind it.
// homing: reach any => REACHED
// homing: reach @behind => REACHED
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 1234) {
    klee_reach();
    x = 0; // <behind>
  }
  return 0;
}
