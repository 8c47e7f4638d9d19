// Two phases, one after the other, and a value of the round before.
// homing: reach ! @target --techniques auto,summaries => UNREACHABLE
// homing: reach ! @target --techniques auto,summaries -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define OFF 1
#else
#define OFF 0
#endif
int main(void) {
  int n = homing_any_int(), m = homing_any_int(), i = 0, a = 0, b = 0, before = -1;
  if (n < 2 || m < 0 || m > n || n > 1000000)
    return 0;
  while (i < n) {
    before = i;
    if (i < m)
      a += 2;
    else
      b += 3;
    i++;
  }
  if (a != 2 * m || b != 3 * (n - m) || before != n - 1 - OFF)
    return 1; // <target>
  return 0;
}
