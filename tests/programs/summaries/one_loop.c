// The first loop of *Abstracting path conditions*: a multiple of 4 is never 15, however often the counter wraps.
// homing: reach ! @target --techniques auto,summaries => UNREACHABLE
// homing: reach ! @target --techniques auto,summaries -- -DWANT=16 => REACHED
// homing: reach ! @target --techniques auto,summaries -- -DTYPE=unsigned => UNREACHABLE
#include <homing.h>
#ifndef WANT
#define WANT 15
#endif
#ifndef TYPE
#define TYPE int
#endif
int main(void) {
  TYPE n = homing_any_int(), i = 0;
  while (i < n)
    i += 4;
  if (i == WANT)
    return 1; // <target>
  return 0;
}
