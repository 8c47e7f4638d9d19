// Sizes of a picture as a decoder checks them: products and sums that must fit, asked for by dividing back.
#include "homing.h"
#include <stdint.h>
static int mul_over(uint64_t a, uint64_t b, uint64_t *r) {
  *r = a * b;
  return a != 0 && *r / a != b;
}
static int add_over(uint64_t a, uint64_t b, uint64_t *r) {
  *r = a + b;
  return *r < a;
}
int main(void) {
  uint32_t w, h;
  uint8_t depth, channels;
  homing_symbolic(&w, sizeof w, "w");
  homing_symbolic(&h, sizeof h, "h");
  homing_symbolic(&depth, sizeof depth, "depth");
  homing_symbolic(&channels, sizeof channels, "channels");
  if (w == 0 || h == 0 || depth == 0 || depth > 16 || channels == 0 || channels > 4)
    return 1;
  uint64_t bpp = (uint64_t)depth * channels, pixels, total, line;
  if (mul_over(w, h, &pixels))
    return 2; // never: both are of 32 bits
  if (mul_over(pixels, bpp, &total))
    return 3; // can be
  if (mul_over(w / 8u, bpp, &line))
    return 4; // never
  if (add_over(line, ((w & 7u) * bpp + 7u) / 8u, &line))
    return 5; // never
  if (add_over(line, 5, &line))
    return 6; // never
  if (mul_over(line, h, &total))
    return 7; // never, by the above
  if (total > UINT64_MAX / 3)
    return 8;
  return 0;
}
