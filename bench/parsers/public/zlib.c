/* zlib: a stream of any format, with a window of its own, into a small buffer; then the rest after a synchronisation. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "zlib.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char out[64];
  z_stream s;
  memset(&s, 0, sizeof s);
  if (inflateInit2(&s, 15 + 32) != Z_OK)
    return 0;
  s.next_in = (unsigned char *)data;
  s.avail_in = size;
  int result;
  do {
    s.next_out = out;
    s.avail_out = sizeof out;
    result = inflate(&s, Z_NO_FLUSH);
  } while (result == Z_OK && s.avail_out == 0);
  if (result == Z_DATA_ERROR)
    inflateSync(&s);
  inflateEnd(&s);
  return 0;
}
