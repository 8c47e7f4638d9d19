// Sixteen hexadecimal digits, capital or small: the sum of their values.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
static int value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}
int main(void) {
  char text[16];
  klee_make_symbolic(text, sizeof text, "text");
  int sum = 0;
  unsigned long number = 0;
  for (int i = 0; i < 16; i++) {
    int v = value(text[i]);
    if (v < 0)
      return 0;
    sum += v;
    number = number * 16 + v;
  }
  if (sum == 241 - K && number)
    return 1; // <target>
  return 0;
}
