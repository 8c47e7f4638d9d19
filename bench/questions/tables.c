// Characters by tables: widths of UTF-8, hexadecimal digits, classes as bits, case folding.
#include "homing.h"
#include <stdint.h>
static unsigned char width[256], hex[256], lower[256];
static uint32_t class_bits[8];
int main(void) {
  for (int i = 0; i < 256; i++) {
    width[i] = i < 0x80 ? 1 : i < 0xc2 ? 0 : i < 0xe0 ? 2 : i < 0xf0 ? 3 : i < 0xf5 ? 4 : 0;
    hex[i] = i >= '0' && i <= '9' ? i - '0' : (i | 32) >= 'a' && (i | 32) <= 'f' ? (i | 32) - 'a' + 10 : 0xff;
    lower[i] = i >= 'A' && i <= 'Z' ? i + 32 : i;
    if ((i >= '0' && i <= '9') || i == '_' || ((i | 32) >= 'a' && (i | 32) <= 'z')) class_bits[i >> 5] |= 1u << (i & 31);
  }
  uint8_t d[12];
  homing_symbolic(d, sizeof d, "text");
  if (width[d[0]] != 3 || (d[1] & 0xc0) != 0x80 || (d[2] & 0xc0) != 0x80)
    return 1;
  uint32_t code = (d[0] & 15u) << 12 | (d[1] & 63u) << 6 | (d[2] & 63u);
  if (code < 0x800 || (code >= 0xd800 && code < 0xe000))
    return 2;
  if (d[3] != '%' || hex[d[4]] == 0xff || hex[d[5]] == 0xff)
    return 3;
  if ((hex[d[4]] << 4 | hex[d[5]]) != 0x2f)
    return 4;
  if (lower[d[6]] != 'x' || lower[d[7]] != 'm' || lower[d[8]] != 'l')
    return 5;
  for (int i = 9; i < 12; i++)
    if (!(class_bits[d[i] >> 5] >> (d[i] & 31) & 1))
      return 6;
  if (code == 0x20ac)
    return 7;
  return 0;
}
