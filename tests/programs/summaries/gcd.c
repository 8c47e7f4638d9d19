// The greatest common divisor by subtraction is irregular: it is gone round as it is.
// homing: reach ! @target --techniques auto,summaries => REACHED
#include <homing.h>
int main(void) {
  unsigned a = homing_any_uint(), b = homing_any_uint();
  if (a == 0 || b == 0 || a > 60 || b > 60)
    return 0;
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  if (a == 7)
    return 1; // <target>
  return 0;
}
