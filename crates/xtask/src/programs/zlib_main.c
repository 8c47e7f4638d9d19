/* Compresses or decompresses standard input, or does both and tells whether the text is the same again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zlib.h"

static unsigned char input[1 << 16], packed[1 << 17], again[1 << 16];

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int level = argc > 2 ? atoi(argv[2]) : 6, status;
  uLong size = fread(input, 1, sizeof input, stdin);
  uLongf packed_size = sizeof packed, again_size = sizeof again;
  if (strcmp(what, "decompress") == 0) {
    status = uncompress(again, &again_size, input, size);
    if (status != Z_OK) {
      fprintf(stderr, "zip: error %d: %s\n", status, zError(status));
      return 1;
    }
    fwrite(again, 1, again_size, stdout);
    return 0;
  }
  status = compress2(packed, &packed_size, input, size, level);
  if (status != Z_OK) {
    fprintf(stderr, "zip: error %d\n", status);
    return 1;
  }
  if (strcmp(what, "compress") == 0) {
    fwrite(packed, 1, packed_size, stdout);
    return 0;
  }
  status = uncompress(again, &again_size, packed, packed_size);
  printf("%lu bytes, %lu compressed, crc %08lx, adler %08lx, status %d, %s\n", size, packed_size, crc32(0, input, size),
         adler32(1, input, size), status, again_size == size && memcmp(input, again, size) == 0 ? "the same" : "NOT the same");
  return 0;
}
