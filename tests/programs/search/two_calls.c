// One function called twice before the target: nobody comes back from the first call behind the second.
// homing: reach @same => REACHED
// homing: reach klee_reach() => REACHED
// homing: reach --search sdse @same => REACHED
// homing: reach --search astar @never => UNREACHABLE
#include <klee/klee.h>
#define LIMIT 20
static int clip(int v) {
  int r = LIMIT;
  while (r > v)
    r--;
  return r;
}
static int differ(int a, int b) {
  int first = clip(a);
  int second = clip(b);
  if (first == second)
    klee_reach(); // <same>
  return 0;
}
int main(void) {
  int a = klee_range(0, 24, "a"), b = klee_range(0, 24, "b");
  if (a == b || a >= LIMIT && b >= LIMIT)
    return 0;
  if (clip(a) < 0)
    return 1; // <never>
  return differ(a, a > 18 ? a + 1 : b);
}
