/* The header of an archive, with short fields: name, mode and size in octal, a checksum over everything, a type. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct header {
  char name[8], mode[4], size[6], checksum[6], type, magic[5], link[8];
};

static long octal(const char *s, size_t n) {
  long v = 0;
  size_t i = 0;
  while (i < n && s[i] == ' ')
    i++;
  for (; i < n && s[i] && s[i] != ' '; i++) {
    if (s[i] < '0' || s[i] > '7')
      return -1;
    v = v * 8 + s[i] - '0';
  }
  return v;
}

static int parse(const uint8_t *data, size_t size) {
  struct header h;
  if (size < sizeof h)
    return -1; // <short>
  memcpy(&h, data, sizeof h);
  if (memcmp(h.magic, "ustar", 5))
    return -2; // <no-magic>
  long said = octal(h.checksum, sizeof h.checksum), sum = 0;
  if (said < 0)
    return -3; // <bad-checksum>
  for (size_t i = 0; i < sizeof h; i++)
    sum += i >= offsetof(struct header, checksum) && i < offsetof(struct header, type) ? ' ' : data[i];
  if (sum > 255 * (long)sizeof h)
    return -4; // <large-sum dead>
  if (sum != said)
    return -5;
  long length = octal(h.size, sizeof h.size), mode = octal(h.mode, sizeof h.mode);
  if (length < 0 || mode < 0)
    return -6; // <bad-number>
  if (mode > 07777)
    return -7; // <large-mode dead>
  if (h.type == '2') {
    if (!memchr(h.link, 0, sizeof h.link))
      return 1; // <long-link>
    if (!strcmp(h.link, "/etc"))
      return 2; // <link>
  }
  if (h.type == '5' && length)
    return 3; // <folder-with-length>
  if (h.type == '0' && mode == 0755 && length == 01750 && !strncmp(h.name, "a.out", 8))
    return 4; // <file>
  return 0;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
