// setjmp and longjmp over several frames.
// homing: reach @back => REACHED
// homing: reach @normal => REACHED
// homing: reach @never => UNREACHABLE
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf out;
static int deep(int n, int x) {
  if (n == 0) {
    if (x == 99)
      longjmp(out, 5);
    return 1;
  }
  return deep(n - 1, x) + 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = setjmp(out);
  if (r == 5)
    return 1; // <back>
  if (r != 0)
    return 2; // <never>
  if (deep(4, x) == 5)
    return 3; // <normal>
  return 0;
}
