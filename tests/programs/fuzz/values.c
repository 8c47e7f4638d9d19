/* Values that are asked for one by one, ranges, truth values, assumptions. */
#include "homing.h"

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = homing_range(3, 9, "n"), sum = 0;
  _Bool wanted = __VERIFIER_nondet_bool();
  for (int i = 0; i < n; i++) {
    int v = __VERIFIER_nondet_int();
    homing_assume(v != 5);
    if (v == 70000 + i)
      sum++;
  }
  if (n == 7 && wanted && sum == 4)
    return 1; // <four>
  if (n > 8 || n < 3)
    return 2; // <never>
  return 0;
}
// homing: reach ! --search fuzz @four => REACHED
