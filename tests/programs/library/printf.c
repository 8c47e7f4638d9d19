// Output has no effect on what is reachable.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  printf("x is %d\n", x);
  puts("and");
  putchar('!');
  fprintf(stderr, "more\n");
  if (x == 9)
    return 1; // <hit>
  if (x > 9 && x < 10)
    return 2; // <never>
  return 0;
}
