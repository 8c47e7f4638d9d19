// Frames with a length and a checksum: only a whole frame with the right sum counts, and two of them are needed.
// homing: reach @hit => REACHED
#include <klee/klee.h>
static unsigned char byte(void) {
  unsigned char b;
  klee_make_symbolic(&b, sizeof b, "byte");
  return b;
}
int main(void) {
  int good = 0;
  for (int frame = 0; frame < 4; frame++) {
    unsigned char length = byte(), sum = 0;
    if (length < 2 || length > 5)
      continue;
    for (int i = 0; i < length; i++)
      sum ^= (unsigned char)(byte() + i);
    if (sum != 0x5a)
      continue;
    if (++good == 2 && length == 4)
      return 1; // <hit>
  }
  return 0;
}
