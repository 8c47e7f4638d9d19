/* utf8proc: the input as UTF-8, decomposed, folded and composed again. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "utf8proc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  utf8proc_uint8_t *text = 0;
  int how = UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_NLF2LS | UTF8PROC_STRIPCC;
  if (utf8proc_map(data, (utf8proc_ssize_t)size, &text, (utf8proc_option_t)how) >= 0)
    free(text);
  return 0;
}
