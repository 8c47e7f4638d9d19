// What decides is set three decisions before it is used, and the first path does not set it.
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
#define HIGH 6
#else
#define HIGH 5
#endif
int main(void) {
  int in[4];
  homing_symbolic(in, sizeof in, "in");
  int early = 0, late = 0;
  WHEN(in[0])
    early = HIGH;
  WHEN(in[1])
    late++;
  WHEN(in[2])
    late++;
  WHEN(in[3])
    late++;
  if (late == 3 && early > 5)
    return 1; // <target>
  return 0;
}
