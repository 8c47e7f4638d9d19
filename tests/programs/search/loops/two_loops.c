// Two loops whose counters must fit each other: every early exit of either is a shorter way that leads nowhere.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int n = klee_range(0, 60, "n"), m = klee_range(0, 60, "m"), i = 0, j = 0;
  while (i < n)
    i += 4;
  while (j < m)
    j += 6;
  if (i == j + 14 && j > 20)
    return 1; // <hit>
  if (i == j + 7)
    return 2; // <never>
  return 0;
}
