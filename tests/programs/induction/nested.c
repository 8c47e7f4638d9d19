// An inner loop of two rounds in an outer one.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define ROUNDS 3
#else
#define ROUNDS 2
#endif
int main(void) {
  unsigned total = 0, outer = 0;
  while (homing_any_int()) {
    for (int i = 0; i < ROUNDS; i++)
      total++;
    outer++;
    if (total % 2)
      return 1; // <target>
  }
  return 0;
}
