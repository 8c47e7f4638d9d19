// Numbers and texts that depend on inputs are printed without a path for each; how long they are is exact where somebody looks.
// homing: reach @one @eleven @text => REACHED, REACHED, REACHED
// homing: reach @twelve @none @longer => UNREACHABLE, UNREACHABLE, UNREACHABLE
#include <homing.h>
#include <stdio.h>
int main(void) {
  int x = homing_any_int(), n;
  char s[6];
  homing_symbolic(s, 5, "s");
  s[5] = 0;
  printf("%d %x %s\n", x, x, s);
  n = printf("%d", x);
  if (n == 1 && x > 8)
    return 1; // <one>
  if (n == 11)
    return 2; // <eleven>
  if (n > 11)
    return 3; // <twelve>
  if (n < 1)
    return 4; // <none>
  n = printf("<%s>", s);
  if (n == 5 && s[0] == 'x')
    return 5; // <text>
  if (n > 7)
    return 6; // <longer>
  return 0;
}
