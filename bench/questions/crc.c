// A chunk of 28 bytes with its CRC-32 behind it, as in PNG.
#include "homing.h"
#include <stdint.h>
static uint32_t table[256];
int main(void) {
  for (uint32_t n = 0; n < 256; n++) {
    uint32_t c = n;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
  uint8_t d[32];
  homing_symbolic(d, sizeof d, "chunk");
  uint32_t c = 0xffffffffu;
  for (int i = 0; i < 28; i++) c = table[(c ^ d[i]) & 0xff] ^ (c >> 8);
  c ^= 0xffffffffu;
  uint32_t stored = (uint32_t)d[28] << 24 | (uint32_t)d[29] << 16 | (uint32_t)d[30] << 8 | d[31];
  if (c != stored)
    return 1;
  if (d[0] != 'I' || d[1] != 'E' || d[2] != 'N' || d[3] != 'D')
    return 2;
  if (c == 0x12345678u)
    return 3;
  return 0;
}
