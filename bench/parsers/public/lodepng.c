/* lodepng, as C: look at the image, then decode small ones. */
#include <stddef.h>
#include <stdint.h>
#include "lodepng.cpp"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  LodePNGState state;
  unsigned w = 0, h = 0;
  unsigned char *image = 0;
  lodepng_state_init(&state);
  if (!lodepng_inspect(&w, &h, &state, data, size) && w <= 64 && h <= 64)
    lodepng_decode(&image, &w, &h, &state, data, size);
  free(image);
  lodepng_state_cleanup(&state);
  return 0;
}
