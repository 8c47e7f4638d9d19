// A variable that the loop writes through a pointer only.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
int main(void) {
  int x = 0, y = 0;
  int *p = &x;
  while (homing_any_int()) {
    if (homing_any_int())
      p = &y;
    *p = 1;
  }
#ifdef BAD
  if (y == 1)
#else
  if (y == 2)
#endif
    return 1; // <target>
  return 0;
}
