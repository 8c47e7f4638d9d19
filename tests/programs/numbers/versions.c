// Three integers with points between them; the last one with a base that the text says.
// homing: reach @hit @hex => REACHED, REACHED
// homing: reach @miss => UNREACHABLE
#include <homing.h>
#include <stdlib.h>

int main(void) {
  char s[8], *e;
  homing_symbolic(s, 7, "s");
  s[7] = 0;
  long a = strtol(s, &e, 10);
  if (*e++ != '.')
    return 0;
  unsigned long b = strtoul(e, &e, 10);
  if (*e++ != '.')
    return 0;
  long c = strtol(e, &e, 0);
  if (*e)
    return 0;
  if (a == -3 && b == 12 && c == 7)
    return 1; // <hit>
  if (a == 4 && b == 2 && c == 0xf)
    return 2; // <hex>
  // Seven characters are too few for three numbers of two digits.
  if (a == 10 && b == 10 && c == 10)
    return 3; // <miss>
  return 0;
}
