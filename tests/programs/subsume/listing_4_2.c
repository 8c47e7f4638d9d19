// The sum of an absolute value and zero (listing 4.2 of the thesis).
// homing: check ! --subsume on => NO ERROR
// homing: check ! --techniques subsume --search dfs => NO ERROR
// homing: check ! --techniques subsume --search dfs -- -DBAD => ERROR division-by-zero @negative
#include <homing.h>
#ifdef BAD
#define FROM -1
#else
#define FROM 0
#endif
int main(void) {
  long x = 0, y;
  if (!homing_any_int()) {
    y = homing_any_int();
    if (y < FROM)
      y = 0 - y;
    x = x + y;
  }
  if (x < 0) {
    int zero = 0;
    return 1 / zero; // <negative>
  }
  return 0;
}
