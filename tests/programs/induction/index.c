// An index that stays within a buffer because of a flag.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
// homing: reach ! @target --subsume on => UNREACHABLE
// homing: reach ! @target --subsume on -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define LAST 8
#else
#define LAST 7
#endif
int main(void) {
  char buffer[8] = {0};
  int i = 0, full = 0;
  while (homing_any_int()) {
    if (!full) {
      if (i > 7)
        return 1; // <target>
      buffer[i] = 1;
      if (i == LAST)
        full = 1;
      else
        i++;
    } else if (homing_any_int()) {
      full = 0;
      i = 0;
    }
  }
  return 0;
}
