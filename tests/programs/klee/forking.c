// With forking off one way is followed; the others are counted.
// homing: reach @never => UNKNOWN "klee_set_forking"
// homing: reach @on => REACHED
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  klee_set_forking(0);
  int r = x > 10 ? 1 : 2;
  if (x == 10)
    r += 2;
  klee_set_forking(1);
  if (r > 4)
    return 9; // <never>
  if (x % 7 == 3)
    return r; // <on>
  return 0;
}
