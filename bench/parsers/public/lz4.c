/* lz4: a block, then a part of one with a dictionary. */
#include <stddef.h>
#include <stdint.h>
#include "lz4.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char out[128];
  int n = LZ4_decompress_safe((const char *)data, out, (int)size, sizeof out);
  if (n >= 0 && size > 4) {
    static const char words[] = "a dictionary of some words that stands before the text";
    LZ4_decompress_safe_usingDict((const char *)data, out, (int)size, sizeof out, words, sizeof words - 1);
    LZ4_decompress_safe_partial((const char *)data, out, (int)size, n / 2, sizeof out);
  }
  return 0;
}
