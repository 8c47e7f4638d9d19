// Counting to an input of up to 1,000,000,000 with the target at one exact sum.
// homing: reach ! @target --techniques auto,summaries => REACHED
// homing: reach ! @target --techniques auto,summaries -- -DWANT=2999999998 => UNREACHABLE
#include <homing.h>
#ifndef WANT
#define WANT 2999999997
#endif
int main(void) {
  int n = homing_any_int();
  if (n > 1000000000)
    return 0;
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += 3;
  if (s == WANT)
    return 1; // <target>
  return 0;
}
