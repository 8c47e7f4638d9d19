// A CRC-32 over 12 bytes that is right, and then a condition on these bytes that no single change of an input meets.
#include "homing.h"
#include <stdint.h>
static uint32_t table[256];
int main(void) {
  for (uint32_t n = 0; n < 256; n++) {
    uint32_t c = n;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
  uint8_t d[16];
  homing_symbolic(d, sizeof d, "chunk");
  uint32_t c = 0xffffffffu;
  for (int i = 0; i < 12; i++) c = table[(c ^ d[i]) & 0xff] ^ (c >> 8);
  uint32_t stored = (uint32_t)d[12] << 24 | (uint32_t)d[13] << 16 | (uint32_t)d[14] << 8 | d[15];
  if (c != stored)
    return 1;
  if ((unsigned)d[0] * d[1] * d[2] == 0x1d6f1 && d[3] > d[4] && d[4] > d[5])
    return 2;
  if ((c & 0xfff) == 0x123 && (unsigned)d[6] * d[7] == 9409)
    return 3;
  if ((c >> 8) == 0xabcdef && d[8] == 7 && d[9] == 8 && d[10] == 9 && d[0] == 1 && d[1] == 2)
    return 4;
  return 0;
}
