// Products of signed numbers that must fit, as secure coding rules ask for it; rounds of a ring; seconds of a day.
#include "homing.h"
#include <limits.h>
#include <stdint.h>
int main(void) {
  int32_t a, b;
  uint64_t x, y, n;
  uint8_t d;
  homing_symbolic(&a, sizeof a, "a");
  homing_symbolic(&b, sizeof b, "b");
  homing_symbolic(&x, sizeof x, "x");
  homing_symbolic(&y, sizeof y, "y");
  homing_symbolic(&n, sizeof n, "n");
  homing_symbolic(&d, sizeof d, "d");
  if (a > 0 ? b > 0 ? a > INT_MAX / b : b < INT_MIN / a : b > 0 ? a < INT_MIN / b : a != 0 && b < INT_MAX / a)
    return 1;
  int32_t r = (int32_t)((uint32_t)a * (uint32_t)b);
  if (a > 0 && b > 0 && r < a)
    return 2; // never
  if (a < 0 && b < 0 && r <= 0)
    return 3; // never
  if (a > 10 && b < -3 && r == -91)
    return 4;
  if (x > y && x % 60 == 7 && y % 60 == 7 && (x - y) % 60 != 0)
    return 5; // never
  if (x > y && x % 60 == 7 && y % 60 == 9 && (x - y) % 60 != 58)
    return 6; // never
  if (d > 9 || n > UINT64_MAX / 10 || (n == UINT64_MAX / 10 && d > UINT64_MAX % 10))
    return 7;
  if ((n * 10 + d) / 10 != n)
    return 8; // never
  if ((n * 10 + d) % 10 != d)
    return 9; // never
  if (n > 1000000 && (n * 10 + d) % 1000 == 999 && n % 7 == 3)
    return 10;
  return 0;
}
