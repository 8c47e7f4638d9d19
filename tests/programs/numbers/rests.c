// Rests by constants, at 64 bits: what a circuit does not see, a reading as whole numbers does. Each thing that never happens has a twin one constant apart that does.
// homing: reach @same @tens @digit @day @product => UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE
// homing: reach @same @tens @digit @day @product -- -DTWIN=1 => REACHED, REACHED, REACHED, REACHED, REACHED
#include <homing.h>
#include <stdint.h>

#ifndef TWIN
#define TWIN 0
#endif

int main(void) {
  uint64_t a, b;
  int64_t t;
  uint8_t d, what;
  homing_symbolic(&a, sizeof a, "a");
  homing_symbolic(&b, sizeof b, "b");
  homing_symbolic(&t, sizeof t, "t");
  homing_symbolic(&d, sizeof d, "d");
  homing_symbolic(&what, sizeof what, "what");
  switch (what) {
  case 0:
    if (a > b && a % 60 == 7 && b % 60 == 7 + TWIN && (a - b) % 60 != 0)
      return 1; // <same>
    break;
  case 1:
    if (d <= 9 && a <= UINT64_MAX / 10 + TWIN && a != UINT64_MAX / 10 && (a * 10 + d) / 10 != a)
      return 2; // <tens>
    break;
  case 2:
    if (d <= 9 + TWIN && a < UINT64_MAX / 10 && (a * 10 + d) % 10 != d)
      return 3; // <digit>
    break;
  case 3: {
    int64_t days = t / 86400, rest = t % 86400;
    if (rest < 0) {
      rest += 86400;
      days -= 1 - TWIN;
    }
    if (t > -1000000000000 && t < 1000000000000 && days * 86400 + rest != t)
      return 4; // <day>
    break;
  }
  default:
    if (a <= UINT64_MAX / 100 + TWIN && b <= a && a * 100 < b * 100)
      return 5; // <product>
  }
  return 0;
}
