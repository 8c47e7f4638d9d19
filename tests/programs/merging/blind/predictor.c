// A counter of two bits that predicts branches: it can be wrong each time, but not more often.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
int main(void) {
  unsigned char taken[24];
  klee_make_symbolic(taken, sizeof taken, "taken");
  int counter = 0, wrong = 0;
  for (int i = 0; i < 24; i++) {
    int was = taken[i] > 127;
    if (was != (counter >= 2))
      wrong++;
    if (was) {
      if (counter < 3)
        counter++;
    } else if (counter > 0)
      counter--;
  }
  if (wrong == 25 - K)
    return 1; // <target>
  return 0;
}
