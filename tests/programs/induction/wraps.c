// A counter that wraps, with a guard that steps may jump over.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define STEP 5
#else
#define STEP 4
#endif
int main(void) {
  unsigned char n = 0;
  while (n != 250) {
    n += STEP;
    if (homing_any_int())
      break;
  }
  if (n == 250)
    return 1; // <target>
  return 0;
}
