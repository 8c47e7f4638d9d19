// klee_int, klee_range and klee_choose.
// homing: reach @a @b => REACHED, UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int i = klee_int("i");
  int r = klee_range(-3, 4, "r");
  unsigned long c = klee_choose(5);
  if (i == -100000 && r == -3 && c == 4)
    return 1; // <a>
  if (r == 4 || r < -3 || c == 5)
    return 2; // <b>
  return 0;
}
