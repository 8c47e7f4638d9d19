// A number read digit by digit: the loop can be left behind each digit, but only one number is the right one.
// homing: reach @hit => REACHED
#include <klee/klee.h>
int main(void) {
  char text[8];
  int value = 0, digits = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 8 && text[i] >= '0' && text[i] <= '9'; i++) {
    value = value * 10 + (text[i] - '0');
    digits++;
  }
  if (value == 20417)
    return 1; // <hit>
  return digits;
}
