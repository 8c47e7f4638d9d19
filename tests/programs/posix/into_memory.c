// Printing into memory: what `sprintf` writes can be looked at, and can be too long.
// homing: reach @five @long => REACHED, REACHED
// homing: reach error:out-of-bounds => REACHED
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  signed char x;
  klee_make_symbolic(&x, sizeof x, "x");
  char text[4], wide[8];
  int n = snprintf(wide, sizeof wide, "%d", x);
  if (wide[0] == '5')
    n++; // <five>
  if (n > 5) // it is not
    n++;
  if (x < -99)
    n++; // <long>
  sprintf(text, "%d", x);
  return n;
}
