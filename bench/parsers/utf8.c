/* UTF-8: checked strictly; what the text holds is counted. */
#include <stddef.h>
#include <stdint.h>

static int next(const uint8_t **at, const uint8_t *end, uint32_t *c) {
  const uint8_t *s = *at;
  size_t left = (size_t)(end - s), n;
  if (s[0] < 0x80)
    n = 1, *c = s[0];
  else if (s[0] < 0xc2)
    return -1; // <stray>
  else if (s[0] < 0xe0)
    n = 2, *c = s[0] & 0x1fu;
  else if (s[0] < 0xf0)
    n = 3, *c = s[0] & 0xfu;
  else if (s[0] < 0xf5)
    n = 4, *c = s[0] & 7u;
  else
    return -2;
  if (left < n)
    return -3; // <short>
  for (size_t i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return -4;
    *c = *c << 6 | (s[i] & 0x3f);
  }
  if (n == 3 && *c < 0x800)
    return -5; // <overlong>
  if (*c >= 0xd800 && *c < 0xe000)
    return -6; // <surrogate>
  if (*c > 0x10ffff)
    return -7; // <too-large>
  if (n == 2 && *c < 0x80)
    return -8; // <overlong-two dead>
  *at += n;
  return (int)n;
}

static int parse(const uint8_t *data, size_t size) {
  const uint8_t *at = data, *end = data + size;
  uint32_t c, last = 0, sum = 0;
  int count[5] = {0}, rising = 0;
  while (at < end) {
    int n = next(&at, end, &c);
    if (n < 0)
      return n;
    count[n]++;
    sum = sum * 31 + c;
    rising = c > last ? rising + 1 : 0;
    last = c;
  }
  if (count[1] && count[2] && count[3] && count[4])
    return 1; // <all-lengths>
  if (count[4] >= 3 && rising >= 3)
    return 2; // <rising>
  if (count[2] == 2 && count[3] == 0 && sum == 0x1f600)
    return 3; // <sum>
  if (last > 0x10ffff)
    return 4; // <last dead>
  if (last == 0x1f40e && count[1] == 4)
    return 5; // <horse>
  return 0;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
