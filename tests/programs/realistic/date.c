// Days of months, leap years.
// homing: reach @leap => REACHED
// homing: reach @bad => UNREACHABLE
#include <klee/klee.h>
static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
static int days(int m, int y) {
  static const int n[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return m == 2 && leap(y) ? 29 : n[m - 1];
}
int main(void) {
  int y = klee_range(1900, 2101, "year"), m = klee_range(1, 13, "month"), d = klee_range(1, 32, "day");
  if (d > days(m, y))
    return 0;
  if (m == 2 && d == 29 && y > 1990 && y % 100 == 0)
    return 1; // <leap>
  if (m == 2 && d == 29 && y == 1900)
    return 2; // <bad>
  return 0;
}
