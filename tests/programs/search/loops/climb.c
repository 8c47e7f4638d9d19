// Down is a step, up is a long way through calls; the check is at every landing, but only the fourth floor passes it.
// homing: reach ! @hit => REACHED
// homing: reach ! --no-passes @hit => REACHED
#include <klee/klee.h>
static int floor_now, sweat;
static void stair(int n) {
  for (int i = 0; i < n; i++)
    sweat += i & 1;
}
static void up(void) {
  stair(7);
  stair(5);
  floor_now++;
}
static int landing(void) {
  if (floor_now == 4)
    return 1; // <hit>
  return 0;
}
int main(void) {
  while (1) {
    if (landing())
      return 1;
    if (klee_int("down") > sweat) {
      if (floor_now > 0)
        floor_now--;
    } else {
      up();
    }
  }
}
