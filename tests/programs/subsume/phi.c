// A value depends on where control came from.
// homing: reach ! @target --techniques prune,subsume --search dfs => UNREACHABLE
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define THIRD 9
#else
#define THIRD 8
#endif
int main(void) {
  int c = homing_any_int(), x;
  switch (c) {
  case 1:
    x = 2;
    break;
  case 2:
    x = 5;
    break;
  case 3:
    x = THIRD;
    break;
  default:
    x = 0;
  }
  int y = c > 2 ? x + 1 : x;
  if (y == 10)
    return 1; // <target>
  return 0;
}
