// x only grows, in a loop without a bound (listings 4.3 and 4.4 of the thesis).
// homing: check ! --subsume on => NO ERROR
// homing: reach ! @smaller --subsume on -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define STEP (i == 5 ? -1 : 0)
#else
#define STEP 1
#endif
int main(void) {
  short from = homing_any_int(), first = homing_any_int(), last = homing_any_int();
  int x = from, y = from, i = first, n = last;
  while (i < n) {
    x = x + STEP;
    i = i + 1;
  }
  if (x < y) {
    int zero = 0;
    return 1 / zero; // <smaller>
  }
  return 0;
}
