// Twenty-four decisions that set one variable: each is closed by what the first path has shown.
// homing: reach ! @target --techniques prune,subsume --search dfs => UNREACHABLE
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD => REACHED
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD -DLATE => REACHED
// homing: reach ! @target --subsume on => UNREACHABLE
// homing: reach ! @target --subsume on -- -DBAD -DLATE => REACHED
#include <homing.h>
#ifdef LATE // the other side of each decision first
#define WHEN(c) if ((c) == 0) {} else
#else
#define WHEN(c) if ((c) != 0)
#endif
#ifdef BAD
#define OTHER 6
#else
#define OTHER 5
#endif
int main(void) {
  unsigned char in[24];
  homing_symbolic(in, sizeof in, "in");
  int a = 0, b = 1;
  WHEN(in[23] == 77) b = OTHER;
#define IF(n) WHEN(in[n] == n) a = n % 4;
  IF(0) IF(1) IF(2) IF(3) IF(4) IF(5) IF(6) IF(7) IF(8) IF(9) IF(10) IF(11)
  IF(12) IF(13) IF(14) IF(15) IF(16) IF(17) IF(18) IF(19) IF(20) IF(21) IF(22)
  if (a + b > 8)
    return 1; // <target>
  return 0;
}
