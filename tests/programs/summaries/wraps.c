// Counters of 8 bits: guards of all kinds, steps that jump over, counting down to zero, and what wraps.
// homing: reach ! @target --techniques auto,summaries => UNREACHABLE
// homing: reach ! @target --techniques auto,summaries -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define OFF 1
#else
#define OFF 0
#endif
int main(void) {
  unsigned char c = homing_any_uchar(), n = homing_any_uchar(), start = c;
  unsigned rounds = 0;
  // Steps of 3 meet every number, some of them after going round.
  while (c != n) {
    c += 3;
    rounds++;
  }
  if ((unsigned char)(start + 3 * rounds) != (unsigned char)(n + OFF))
    return 1; // <target>
  return 0;
}
