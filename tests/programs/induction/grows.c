// Few instructions are executed, but terms grow with every round: an attempt at a proof is due by what they cost.
// homing: reach ! @target --techniques auto,induction => UNREACHABLE
// homing: reach ! @target --techniques auto,induction -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define STEP 1u
#else
#define STEP 2u
#endif
int main(void) {
  unsigned odd = 1;
  while (1) {
    odd = odd + STEP * homing_any_uint();
    if (odd == 0)
      return 1; // <target>
  }
}
