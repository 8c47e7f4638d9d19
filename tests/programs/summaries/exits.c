// Several ways out, and a target in the body.
// homing: reach ! @inside @target --techniques auto,summaries => REACHED, UNREACHABLE
// homing: reach ! @inside @target --techniques auto,summaries -- -DBAD => REACHED, REACHED
#include <homing.h>
#ifdef BAD
#define LAST 76
#else
#define LAST 77
#endif
int main(void) {
  int n = homing_any_int(), k = homing_any_int(), i, s = 0;
  for (i = 0; i < n; i++) {
    if (i == 5000)
      s = 1; // <inside>
    if (i > 76 && k == 3)
      break;
  }
  if (k == 3 && i > LAST)
    return 1; // <target>
  return 0;
}
