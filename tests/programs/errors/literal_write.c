// A string literal is written to.
// homing: check => ERROR read-only-write @bad

#include <klee/klee.h>
int main(void) {
  char *s = "constant";
  if (klee_int("x") == 8)
    s[0] = 'C'; // <bad>
  return s[0];
}
