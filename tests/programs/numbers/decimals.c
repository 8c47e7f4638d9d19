// A decimal number in a token of digits and points: its value is an integer over a power of ten, and comparisons of it are comparisons of the integer.
// homing: reach @equal @close @between @whole => REACHED, REACHED, REACHED, REACHED
// homing: reach @closer @never @broken => UNREACHABLE, UNREACHABLE, UNREACHABLE
// homing: reach @equal @closer -- -DSCAN => REACHED, UNREACHABLE
#include <homing.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char s[7], *end = s;
  homing_symbolic(s, 6, "s");
  s[6] = 0;
  for (int i = 0; s[i]; i++)
    if (s[i] != '.' && (s[i] < '0' || s[i] > '9'))
      return 0;
  double x;
#ifdef SCAN
  if (sscanf(s, "%lf", &x) != 1)
    return 0;
#else
  x = strtod(s, &end);
  if (end == s)
    return 0;
#endif
  if (x == 3.1415)
    return 1; // <equal>
  if (x > 0.75 && x < 0.75002)
    return 2; // <close>
  if (x > 0.75 && x < 0.7500001)
    return 3; // <closer>
  if (x > 99.98 && x < 100 && *end == '.')
    return 4; // <between>
  if ((int)x == 417 && x != 417)
    return 5; // <whole>
  if ((int)x == 417 && x >= 418)
    return 6; // <never>
  if (x != x || x < 0)
    return 7; // <broken>
  return 0;
}
