// A bound on rounds misses what lies behind more of them, says so, and nothing else is lost.
// homing: reach ! --techniques auto,loop-bound:4 @four => REACHED
// homing: reach ! --techniques auto,loop-bound:4 @nine @never => UNKNOWN "more than 4 rounds of a loop", UNKNOWN "loop-bound"
// homing: reach ! --techniques loop-bound:12 @nine @never => REACHED, UNREACHABLE
// homing: reach ! --techniques loop-bound:3 @nested @twice => REACHED, REACHED
// homing: reach ! --techniques loop-bound:2 @nested @twice => UNKNOWN "rounds", REACHED
#include <homing.h>

static int steps(unsigned n) {
  int sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += 2;
  return sum;
}

int main(void) {
  unsigned char n = homing_any_uchar();
  if (n > 9)
    return 0;
  int sum = steps(n);
  if (sum == 8)
    return 1; // <four>
  if (sum == 18)
    return 2; // <nine>
  if (sum == 7)
    return 3; // <never>
  // Each activation and each entry counts by itself.
  int again = 0;
  for (int i = 0; i < 2; i++)
    again += steps(n & 1);
  if (again == 4)
    return 4; // <twice>
  int inner = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++)
      inner += n & 2;
  if (inner == 12)
    return 5; // <nested>
  return 0;
}
