// A 2x2 system of equations over the integers.
// homing: reach @solution => REACHED
// homing: reach @singular => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int x = klee_range(-50, 50, "x"), y = klee_range(-50, 50, "y");
  if (3 * x + 5 * y == 1 && 2 * x - y == 18)
    return 1; // <solution>
  if (2 * x + 4 * y == 7)
    return 2; // <singular>
  return 0;
}
