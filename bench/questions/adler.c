// Adler-32 over 16 bytes, compared with the four that follow.
#include "homing.h"
#include <stdint.h>
int main(void) {
  uint8_t d[20];
  homing_symbolic(d, sizeof d, "data");
  uint32_t s1 = 1, s2 = 0;
  for (int i = 0; i < 16; i++) {
    s1 = (s1 + d[i]) % 65521u;
    s2 = (s2 + s1) % 65521u;
  }
  uint32_t stored = (uint32_t)d[16] << 24 | (uint32_t)d[17] << 16 | (uint32_t)d[18] << 8 | d[19];
  if ((s2 << 16 | s1) != stored)
    return 1;
  if (d[0] != 'Z' || s1 != 1000)
    return 2;
  return 0;
}
