// reach_error with a body, as in SV-COMP.
// homing: reach any => REACHED
// homing: reach reach_error() => REACHED
// homing: check => ERROR assertion @body
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {
  assert(0); // <body>
}
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  check(a + b != 510);
  return 0;
}
