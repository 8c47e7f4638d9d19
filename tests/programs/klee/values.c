// One value of an expression; that there are others is counted.
// homing: reach @same => REACHED
// homing: reach @other => UNKNOWN "klee_get_value_i32"
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  int y = klee_get_value_i32(x);
  if (x != y)
    return 1;
  if (klee_get_valuel(5l) != 5 || klee_get_valued(0.5) != 0.5 || klee_get_valuef(0.25f) != 0.25f)
    return 3;
  if (klee_get_valuell(6ll) == 6 && klee_get_value_i64(7) == 7)
    y = y == 123456 ? 1 : 2; // <same>
  if (y == 1)
    return 2; // <other>
  return 0;
}
