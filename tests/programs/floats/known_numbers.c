// A number that the path says makes a float that is known: mathematics on it is not symbolic.
// homing: check => NO ERROR
// homing: reach @big @wrong => REACHED, UNREACHABLE
#include <klee/klee.h>
#include <math.h>

int main(void) {
  int a = klee_range(0, 4, "a");
  long double power = 0;
  switch (a) {
  case 0:
  case 1:
    return a;
  case 2:
    power = powl(-11, a);
    break;
  case 3:
    power = powl(-11, a) + sqrtl(a * 12) + 1331 + 115;
    break;
  }
  if (power == 121)
    return 2; // <big>
  return 3; // <wrong>
}
