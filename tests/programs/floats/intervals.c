// Comparisons of one number with constants need no solver.
// homing: reach @seven @above => REACHED, REACHED
// homing: reach @both @cut @nan @sum @scaled => UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE
#include <homing.h>

int main(void) {
  double x;
  homing_symbolic(&x, sizeof x, "x");
  if (!(x > 0.5))
    return 0;
  if (x < 0.25)
    return 1; // <both>
  if (x < 20 && (int)x == 7 && x != 7)
    return 2; // <seven>
  if (x < 20 && (int)x == 21)
    return 3; // <cut>
  if (x != x)
    return 4; // <nan>
  if (x < 100 && x * 2 + 1 > 300)
    return 5; // <sum>
  if (x < 150 && x * 2 + 1 > 300)
    return 6; // <above>
  if (x * 0.5 > 3.5 && x < 7)
    return 7; // <scaled>
  return 0;
}
