/* mujs's regular expressions: the input up to a zero or its end is compiled and tried on a text. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "regexp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char pattern[65];
  const char *error;
  Resub found;
  size_t n = size < 64 ? size : 64;
  memcpy(pattern, data, n);
  pattern[n] = 0;
  Reprog *program = regcomp(pattern, size & 1 ? REG_ICASE : 0, &error);
  if (!program)
    return 0;
  regexec(program, "abc 12", &found, 0);
  regfree(program);
  return 0;
}
