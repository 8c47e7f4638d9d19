// A variable has another value in each round: what was learned of one round is not said of the next.
// homing: reach ! @target --techniques prune,subsume --search dfs => UNREACHABLE
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define STEP 3
#else
#define STEP 2
#endif
int main(void) {
  int in[5];
  homing_symbolic(in, sizeof in, "in");
  int x = 0, old = 0;
  for (int i = 0; i < 5; i++) {
    old = x;
    if (in[i] == i)
      x += STEP;
    else
      x += 1;
    if (x - old > 2 && i == 4)
      return 1; // <target>
  }
  return 0;
}
