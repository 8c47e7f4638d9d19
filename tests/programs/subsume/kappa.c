// Constants that were fixed by equalities early: what follows from one of them is needed though it was simplified away.
// homing: reach ! @target --techniques prune,subsume --search dfs => UNREACHABLE
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD => REACHED
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD -DLATE => REACHED
#include <homing.h>
#ifdef LATE // the other side of each decision first
#define WHEN(c) if ((c) == 0) {} else
#else
#define WHEN(c) if ((c) != 0)
#endif
#ifdef BAD
#define LIMIT 14
#else
#define LIMIT 15
#endif
int main(void) {
  int k = homing_any_int(), x = homing_any_int(), y = homing_any_int();
  int z = 0;
  if (k == 5) {
    if (x == k)
      z = x + k;
    else
      z = 1;
  } else if (x == 9) {
    z = x;
  }
  WHEN(y == 5)
    z += y;
  if (z >= LIMIT + (k == 5 && x == 5 && y == 5 && LIMIT == 15))
    return 1; // <target>
  return 0;
}
