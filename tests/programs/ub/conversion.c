// Floats that do not fit the integer they are converted to, where that is asked for.
// homing: check --check conversion => ERROR conversion @signed, ERROR conversion @unsigned, ERROR conversion @narrow
// homing: check => NO ERROR
#include <homing.h>

volatile int whole;
volatile unsigned natural;
volatile unsigned char small;

int main(void) {
  unsigned char x = homing_any_uchar();
  switch (x & 7) {
  case 0:
    whole = (int)(x * 1e8); // <signed>
    break;
  case 1:
    natural = (unsigned)(3.0 - x); // <unsigned>
    break;
  case 2:
    small = (unsigned char)(x * 2.0f); // <narrow>
    break;
  case 3:
    whole = (int)(x * 8e6);
    break;
  case 4:
    natural = (unsigned)(-0.9 / (x + 1));
    break;
  case 5:
    small = (unsigned char)(x + 0.9f);
  }
  return 0;
}
