// Spending is near the target, filling up is far from it; the target needs three fillings and nothing spent in between.
// homing: reach @hit => REACHED
#include <klee/klee.h>
static int level;
static void fill(void) {
  int pressure = 0;
  for (int i = 0; i < 8; i++)
    pressure += i;
  if (pressure == 28)
    level += 10;
}
int main(void) {
  for (int day = 0; day < 40; day++) {
    int what = klee_range(0, 3, "what");
    if (what == 0) {
      if (level >= 30)
        return 1; // <hit>
      level = level > 0 ? level - 1 : 0;
    } else if (what == 1) {
      fill();
    } else {
      return 0;
    }
  }
  return 0;
}
