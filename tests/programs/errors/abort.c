// abort() is an error.
// homing: check => ERROR abort @bad

#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == -1)
    abort(); // <bad>
  return 0;
}
