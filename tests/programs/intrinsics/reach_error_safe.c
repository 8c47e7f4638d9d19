// The same program with a condition that always holds.
// homing: reach any => UNREACHABLE
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { assert(0); }
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  if (a + b > 510)
    reach_error();
  return 0;
}
