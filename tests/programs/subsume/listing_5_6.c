// An error that is possible for some values only, in front of one that is possible for none (listings 5.6 and 5.7 of the thesis).
// homing: check ! --subsume on => NO ERROR
// homing: reach ! @target --techniques prune,subsume --search dfs => UNREACHABLE
// homing: check ! --techniques subsume --search dfs -- -DBAD => ERROR division-by-zero @divides
#include <homing.h>
#ifdef BAD
#define INSTEAD 0
#else
#define INSTEAD 1
#endif
int main(void) {
  int x = homing_any_int(), i = homing_any_int(), y = x;
  if (i == 0)
    i = INSTEAD;
  i = 1 / i; // <divides>
  if (x < y)
    return 1 / (i - i); // <target>
  return 0;
}
