/* An image format like PNG: a signature, chunks with lengths and CRC-32, a header that must come first. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint32_t table[256];

static void make_table(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}

static uint32_t crc(const uint8_t *data, size_t n) {
  uint32_t c = 0xffffffffu;
  for (size_t i = 0; i < n; i++)
    c = table[(c ^ data[i]) & 0xff] ^ c >> 8;
  return ~c;
}

static uint32_t big(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }

static int parse(const uint8_t *data, size_t size) {
  static const uint8_t signature[4] = {0x89, 'H', 'N', 'G'};
  uint32_t width = 0, height = 0, palette = 0;
  int chunks = 0, depth = 0, ended = 0, texts = 0;
  if (size < 4 || memcmp(data, signature, 4))
    return -1; // <no-signature>
  make_table();
  size_t at = 4;
  while (at < size && !ended) {
    if (size - at < 12)
      return -2; // <short-chunk>
    uint32_t n = big(data + at);
    if (n > size - at - 12)
      return -3; // <long-chunk>
    const uint8_t *type = data + at + 4, *body = type + 4;
    if (crc(type, n + 4) != big(body + n))
      return -4;
    if (!chunks && memcmp(type, "HEAD", 4))
      return -5; // <no-head>
    if (!memcmp(type, "HEAD", 4)) {
      if (chunks || n != 5)
        return -6;
      width = (uint32_t)body[0] << 8 | body[1];
      height = (uint32_t)body[2] << 8 | body[3];
      depth = body[4];
      if (!width || !height || (depth != 1 && depth != 8))
        return -7; // <bad-head>
    } else if (!memcmp(type, "PLTE", 4)) {
      if (n % 3 || n > 12)
        return -8;
      palette = n / 3;
      if (palette > 4)
        return -9; // <large-palette dead>
    } else if (!memcmp(type, "TEXT", 4)) {
      texts++; // <text>
    } else if (!memcmp(type, "DONE", 4)) {
      ended = 1;
    } else if (!(type[0] & 32)) {
      return -10;
    }
    chunks++;
    at += 12 + n;
  }
  if (!ended)
    return -11;
  if (!width)
    return 1; // <no-width dead>
  if (width == height && depth == 1 && at == size)
    return 2; // <square>
  if (palette == 1 && width > height)
    return 3; // <palette>
  return texts;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
