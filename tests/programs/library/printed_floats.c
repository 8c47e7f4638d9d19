// How long a printed floating-point number is, the small library does not say: a loss, but only where somebody looks.
// homing: reach @never => UNREACHABLE
// homing: reach --libc builtin @wide -- -DLOOK => UNKNOWN "the length of a printed floating-point number"
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  printf("%f %g %Lf\n", 1.5, (double)x, (long double)x);
  if (x > 3 && x < 4)
    return 1; // <never>
#ifdef LOOK
  if (printf("%f", 1.5) > 30)
    return 2; // <wide>
#endif
  return 0;
}
