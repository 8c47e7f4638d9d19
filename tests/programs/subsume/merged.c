// Joined states: what was learned of one holds for both of those it stands for, or it does not close it.
// homing: reach ! @target --techniques prune,merge,subsume --merge aggressive --search dfs => UNREACHABLE
// homing: reach ! @target --techniques prune,merge,subsume --merge aggressive --search dfs -- -DBAD => REACHED
// homing: reach ! @target --techniques prune,merge,subsume --merge lattice => UNREACHABLE
// homing: reach ! @target --techniques prune,merge,subsume --merge lattice -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define B 4
#else
#define B 3
#endif
int main(void) {
  int in[6];
  homing_symbolic(in, sizeof in, "in");
  int a = 0, b = 0;
  if (in[0])
    a = 1;
  if (in[1])
    a += 2;
  if (in[2] > 10)
    b = B;
  if (in[3] > in[4])
    b++;
  if (a + b == 8)
    return 1; // <target>
  return 0;
}
