// x only grows, in a loop without a bound and in one inside of another (listings 4.3 to 4.5 of the thesis).
// homing: check ! --subsume on => NO ERROR
// homing: check ! --subsume on -- -DNESTED => NO ERROR
// homing: reach ! @smaller --subsume on -- -DBAD => REACHED
// homing: reach ! @smaller --subsume on -- -DBAD -DNESTED => REACHED
#include <homing.h>
#ifdef BAD
#define STEP (i == 5 ? -1 : 0)
#else
#define STEP 1
#endif
int main(void) {
  short from = homing_any_int(), first = homing_any_int(), last = homing_any_int();
  int x = from, y = from, i = first, n = last;
#ifdef NESTED
  short inner = homing_any_int();
  int j = inner;
  while (i < n) {
    i = i + 1;
    while (j < n) {
      x = x + STEP;
      j = j + 1;
    }
  }
#else
  while (i < n) {
    x = x + STEP;
    i = i + 1;
  }
#endif
  if (x < y) {
    int zero = 0;
    return 1 / zero; // <smaller>
  }
  return 0;
}
