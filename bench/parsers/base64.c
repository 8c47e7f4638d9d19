/* Base64, strict: padding, no stray bits, line breaks every sixteen characters at most; then the message is looked at. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int value_of(int c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static int parse(const uint8_t *data, size_t size) {
  uint8_t out[48];
  size_t n = 0, column = 0;
  unsigned bits = 0, have = 0, padding = 0, breaks = 0;
  for (size_t i = 0; i < size; i++) {
    int c = data[i], v = value_of(c);
    if (c == '\n') {
      if (column > 16)
        return -1; // <long-line>
      column = 0;
      breaks++;
      continue;
    }
    column++;
    if (c == '=') {
      if (++padding > 2)
        return -2; // <much-padding>
      continue;
    }
    if (v < 0)
      return -3; // <bad-character>
    if (padding)
      return -4; // <behind-padding>
    bits = bits << 6 | (unsigned)v;
    have += 6;
    if (have >= 8) {
      have -= 8;
      if (n == sizeof out)
        return -5; // <full dead>
      out[n++] = (uint8_t)(bits >> have);
      bits &= (1u << have) - 1;
    }
  }
  if (have == 6 || padding * 2 != have)
    return -6;
  if (bits)
    return -7; // <stray-bits>
  if (have > 6)
    return -8; // <much dead>
  if (n >= 4 && !memcmp(out, "\x7f"
                             "ELF",
                        4))
    return 1; // <elf>
  if (n == 12 && breaks == 2 && out[0] == 1 && out[11] == 0xff)
    return 2; // <two-breaks>
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++)
    sum = sum * 3 + out[i];
  if (n >= 6 && sum == 0xbeef)
    return 3; // <sum>
  return 0;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
