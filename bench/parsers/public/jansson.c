/* jansson: any value, no key twice. */
#include <stddef.h>
#include <stdint.h>
#include "jansson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  json_error_t error;
  json_t *value = json_loadb((const char *)data, size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
  json_decref(value);
  return 0;
}
