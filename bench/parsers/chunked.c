/* Chunked transfer encoding: sizes in hexadecimal, extensions, data, trailers. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum state { SIZE, EXTENSION, SIZE_LF, DATA, DATA_CR, DATA_LF, TRAILER, TRAILER_LINE, TRAILER_LF, LAST_LF, DONE };

static int parse(const uint8_t *data, size_t size) {
  enum state state = SIZE;
  unsigned long left = 0;
  unsigned digits = 0, chunks = 0, extensions = 0, trailers = 0, total = 0;
  char body[16] = {0};
  for (size_t i = 0; i < size; i++) {
    int c = data[i];
    switch (state) {
    case SIZE:
      if (c >= '0' && c <= '9')
        c -= '0';
      else if ((c | 32) >= 'a' && (c | 32) <= 'f')
        c = (c | 32) - 'a' + 10;
      else if (digits && c == ';') {
        extensions++;
        state = EXTENSION; // <extension>
        break;
      } else if (digits && c == '\r') {
        state = SIZE_LF;
        break;
      } else {
        return -1;
      }
      if (left >> 28)
        return -2; // <large-size>
      left = left * 16 + (unsigned long)c;
      digits++;
      break;
    case EXTENSION:
      if (c == '\r')
        state = SIZE_LF;
      else if (c < 32)
        return -3;
      break;
    case SIZE_LF:
      if (c != '\n')
        return -4;
      chunks++;
      state = left ? DATA : TRAILER;
      digits = 0;
      break;
    case DATA:
      if (total < sizeof body - 1)
        body[total] = (char)c;
      total++;
      if (--left == 0)
        state = DATA_CR;
      break;
    case DATA_CR:
      if (c != '\r')
        return -5; // <no-cr>
      state = DATA_LF;
      break;
    case DATA_LF:
      if (c != '\n')
        return -6;
      if (left)
        return -7; // <left dead>
      state = SIZE;
      break;
    case TRAILER:
      if (c == '\r')
        state = LAST_LF;
      else
        state = TRAILER_LINE; // <trailer>
      break;
    case TRAILER_LINE:
      if (c == '\r')
        state = TRAILER_LF;
      break;
    case TRAILER_LF:
      if (c != '\n')
        return -8;
      trailers++;
      state = TRAILER;
      break;
    case LAST_LF:
      if (c != '\n')
        return -9;
      state = DONE;
      break;
    case DONE:
      return -10; // <behind-the-end>
    }
  }
  if (state != DONE)
    return 1;
  if (chunks == 0)
    return 2; // <no-chunks dead>
  if (chunks == 4 && total == 3)
    return 3; // <three-chunks>
  if (trailers == 2 && extensions)
    return 4; // <two-trailers>
  if (total == 5 && !memcmp(body, "hello", 5))
    return 5; // <hello>
  if (chunks == 3 && total == 11 && !strncmp(body, "chunk", 5) && trailers)
    return 6; // <deep>
  return 0;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
