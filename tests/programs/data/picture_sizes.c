// Sizes of a picture as a decoder checks them: products and sums that must fit, asked for by dividing back. What can be too large has more bits than what cannot.
// homing: reach @r2 @r3 @r4 @r5 @r6 @r7 @r8 => UNREACHABLE, REACHED, UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE
#include <homing.h>
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
    return 2; // <r2>
  if (mul_over(pixels, bpp, &total))
    return 3; // <r3>
  if (mul_over(w / 8u, bpp, &line))
    return 4; // <r4>
  if (add_over(line, ((w & 7u) * bpp + 7u) / 8u, &line))
    return 5; // <r5>
  if (add_over(line, 5, &line))
    return 6; // <r6>
  if (mul_over(line, h, &total))
    return 7; // <r7>
  if (total > UINT64_MAX / 3)
    return 8; // <r8>
  return 0;
}
