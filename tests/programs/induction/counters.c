// Two counters that move together.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
// homing: reach ! @target --subsume on => UNREACHABLE
// homing: reach ! @target --subsume on -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define APART 4
#else
#define APART 3
#endif
int main(void) {
  unsigned x = 0, y = 3;
  while (homing_any_int()) {
    x++;
    y++;
  }
  if (y - x != APART)
    return 1; // <target>
  return 0;
}
