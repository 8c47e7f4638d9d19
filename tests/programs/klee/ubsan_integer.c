// What is not wrong by itself but can be asked for.
// homing: check -- -fsanitize=integer,implicit-conversion,nullability => ERROR unsigned-overflow @add, ERROR conversion @cut, ERROR conversion @sign, ERROR null @null
// homing: check ! -- -fsanitize=undefined => NO ERROR
#include <klee/klee.h>

static void take(int *_Nonnull p) { (void)p; }

int main(void) {
  unsigned x = (unsigned)klee_range(0, 2000000000, "x");
  volatile unsigned r = 0;
  switch (klee_range(0, 4, "which")) {
  case 0:
    r = x + x + x; // <add>
    break;
  case 1: {
    unsigned char c = x; // <cut>
    r = c;
    break;
  }
  case 2: {
    long s = -(long)x;
    unsigned long u = s; // <sign>
    r = u != 0;
    break;
  }
  case 3:
    take(x == 7 ? 0 : (int *)&x); // <null>
    break;
  }
  return 0;
}
