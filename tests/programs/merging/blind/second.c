// The largest and the second largest of 20 numbers, in one pass.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
int main(void) {
  int x[20];
  klee_make_symbolic(x, sizeof x, "x");
  int first = -1, second = -1;
  for (int i = 0; i < 20; i++) {
    if (x[i] < 0)
      return 0;
    if (x[i] > first) {
      second = first;
      first = x[i];
    } else if (x[i] > second)
      second = x[i];
  }
  if (second > first - K)
    return 1; // <target>
  return 0;
}
