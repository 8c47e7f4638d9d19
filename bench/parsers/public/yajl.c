/* yajl: comments allowed, no callbacks but for numbers. */
#include <stddef.h>
#include <stdint.h>
#include <yajl_parse.h>

static int integer(void *context, long long v) { return context || v != 7; }
static int real(void *context, double v) { return context || v < 1e9; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  yajl_callbacks calls = {0};
  calls.yajl_integer = integer;
  calls.yajl_double = real;
  yajl_handle h = yajl_alloc(&calls, 0, 0);
  if (!h)
    return 0;
  if (yajl_parse(h, data, size) == yajl_status_ok)
    yajl_complete_parse(h);
  yajl_free(h);
  return 0;
}
