// assert() of the C library.
// homing: check => ERROR assertion @bad
// homing: reach error:assertion => REACHED
// homing: reach any => REACHED

#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    assert(x != 1000); // <bad>
  return 0;
}
