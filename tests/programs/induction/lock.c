// A lock that is taken and released in a loop without end.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
// homing: reach ! @target --subsume on => UNREACHABLE
// homing: reach ! @target --subsume on -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define RELEASED (n != 5)
#else
#define RELEASED (n != 5 || 1)
#endif
int main(void) {
  int lock = 0;
  unsigned n = 0;
  while (homing_any_int()) {
    if (lock)
      return 1; // <target>
    lock = 1;
    if (homing_any_int())
      n++;
    if (RELEASED)
      lock = 0;
  }
  return 0;
}
