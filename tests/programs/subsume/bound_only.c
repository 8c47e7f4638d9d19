// The condition speaks only of what is read later: there is nothing of the state in it, but what is added to that is.
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
#define ADD 4
#else
#define ADD 3
#endif
int main(void) {
  int c = homing_any_int(), add = 1;
  WHEN(c == 17)
    add = ADD;
  int later = homing_any_int();
  if (later < 0 || later > 6)
    return 0;
  if (later + add > 9)
    return 1; // <target>
  return 0;
}
