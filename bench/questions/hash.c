// A multiplicative hash of ten bytes that must have a certain value, and one that is compared with bytes that follow.
#include "homing.h"
#include <stdint.h>
int main(void) {
  uint8_t d[16];
  homing_symbolic(d, sizeof d, "data");
  uint32_t h = 2166136261u;
  for (int i = 0; i < 10; i++) h = (h ^ d[i]) * 16777619u;
  uint32_t stored = (uint32_t)d[10] | (uint32_t)d[11] << 8 | (uint32_t)d[12] << 16 | (uint32_t)d[13] << 24;
  if (h != stored)
    return 1;
  if ((h & 0xffff) != 0xbeef)
    return 2;
  if (d[14] == (uint8_t)(h >> 24) && d[15] == 'x')
    return 3;
  return 0;
}
