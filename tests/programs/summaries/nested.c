// Triangular and three-fold nested sums.
// homing: reach ! @two @three --techniques auto,summaries => UNREACHABLE, UNREACHABLE
// homing: reach ! @two --techniques auto,summaries -- -DTWO=1 => REACHED
// homing: reach ! @three --techniques auto,summaries -- -DTHREE=1 => REACHED
#include <homing.h>
#ifndef TWO
#define TWO 0
#endif
#ifndef THREE
#define THREE 0
#endif
int main(void) {
  unsigned n = homing_any_uint(), s = 0, t = 0;
  if (n > 200)
    return 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      s++;
  if (2 * s + TWO == n * n - n + 1)
    return 1; // <two>
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      for (unsigned k = 0; k < j; k++)
        t++;
  if (6 * t + THREE == n * (n - 1) * (n - 2) + 1)
    return 2; // <three>
  return 0;
}
