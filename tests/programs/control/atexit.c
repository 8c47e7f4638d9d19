// A target in an exit handler, behind exit().
// homing: reach @handler => REACHED
// homing: reach @off => UNREACHABLE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int code;
static void handler(void) {
  if (code == 4)
    code = 5; // <handler>
  if (code == 6)
    code = 7; // <off>
}
int main(void) {
  atexit(handler);
  if (__VERIFIER_nondet_int() == 1) {
    code = 4;
    exit(0);
  }
  code = 3;
  return 0;
}
