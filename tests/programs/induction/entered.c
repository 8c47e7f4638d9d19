// A cycle with two entries has no head: nothing is proved of it, and what can be reached is.
// homing: reach ! @target --techniques prune,induction:0 --max-instructions 200000 => UNKNOWN "limit of instructions"
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define STEP 1
#else
#define STEP 2
#endif
int main(void) {
  unsigned m = 1;
  if (homing_any_int())
    goto middle;
  while (homing_any_int()) {
    m += 2;
  middle:
    m += STEP;
    if (m % 2 == 0)
      return 1; // <target>
  }
  return 0;
}
