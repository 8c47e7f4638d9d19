// Three decisions one after the other, whose subtrees are closed by one another: what closed a child is part of what its parent needs.
// homing: reach ! @target --techniques prune,subsume --search dfs => UNREACHABLE
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define MOST 11
#else
#define MOST 12
#endif
int main(void) {
  int p = homing_any_int(), q = homing_any_int(), r = homing_any_int();
  int x = 0;
  if (p > 0)
    x += 3;
  else
    x += 1;
  if (q > 0)
    x += 4;
  else
    x += 2;
  if (r > 0)
    x += 4;
  else
    x += 1;
  if (x >= MOST)
    return 1; // <target>
  return 0;
}
