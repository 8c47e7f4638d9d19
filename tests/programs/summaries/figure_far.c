// The first figure of *Multi-pass targeted dynamic symbolic execution* with 2,000,000,000 rounds, which a native run goes; and one that wraps.
// homing: reach ! @target @wraps --summaries on => REACHED, UNREACHABLE
#include <homing.h>
int main(void) {
  int w = homing_any_int(), i = 0;
  while (i < w)
    i++;
  if (i == 2000000000)
    return 1; // <target>
  if (i < 0)
    return 2; // <wraps>
  return 0;
}
