// The four questions by which secure coding rules ask whether a signed product fits, and remainders by powers of two that are computed.
// homing: reach @sum @sign @weak @shifted => UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE
// homing: reach @sum @sign @weak @shifted -- -DTWIN=1 => REACHED, REACHED, REACHED, REACHED
#include <homing.h>
#include <limits.h>
#include <stdint.h>

#ifndef TWIN
#define TWIN 0
#endif

static int fits(int32_t a, int32_t b) {
  if (a > 0) {
    if (b > 0) return a <= INT_MAX / b;
    return b >= INT_MIN / a;
  }
  if (b > 0) return a >= INT_MIN / b;
  return a == 0 || b >= INT_MAX / a;
}

int main(void) {
  int32_t a, b;
  uint32_t x, y;
  uint8_t k, what;
  homing_symbolic(&a, sizeof a, "a");
  homing_symbolic(&b, sizeof b, "b");
  homing_symbolic(&x, sizeof x, "x");
  homing_symbolic(&y, sizeof y, "y");
  homing_symbolic(&k, sizeof k, "k");
  homing_symbolic(&what, sizeof what, "what");
  int32_t r = (int32_t)((uint32_t)a * (uint32_t)b);
  switch (what) {
  case 0:
    if (a > 0 && b > 0 && (fits(a, b) || (TWIN && a > 70000)) && r < a)
      return 1; // <sum>
    break;
  case 1:
    if (a < 0 && b < TWIN && fits(a, b) && r <= 0)
      return 2; // <sign>
    break;
  case 2:
    if (y && x < UINT32_MAX / y && x * y + TWIN * y * 2 < x)
      return 3; // <weak>
    break;
  default:
    if (k < 32 && x % ((uint32_t)1 << k) > ((uint32_t)1 << k) - 1 - TWIN)
      return 4; // <shifted>
  }
  return 0;
}
