// The checksum of a card's number: 16 digits, every second one doubled.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
int main(void) {
  char digit[16];
  klee_make_symbolic(digit, sizeof digit, "digit");
  int sum = 0;
  for (int i = 0; i < 16; i++) {
    if (digit[i] < 0 || digit[i] > 9)
      return 0;
    int d = digit[i];
    if (i % 2 == 0) {
      d *= 2;
      if (d > 9)
        d -= 9;
    }
    sum += d;
  }
  if (sum == 145 - K)
    return 1; // <target>
  return 0;
}
