// Counting down to zero, with a test at the end, and not at all.
// homing: reach ! @target --techniques auto,summaries => UNREACHABLE
// homing: reach ! @target --techniques auto,summaries -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define OFF 1
#else
#define OFF 0
#endif
int main(void) {
  unsigned n = homing_any_uint(), m = n, s = 0;
  if (n > 100000)
    return 0;
  do {
    s++;
  } while (n-- != 0);
  if (s != m + 1 + OFF)
    return 1; // <target>
  return 0;
}
