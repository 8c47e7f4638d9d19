/* http-parser: requests and responses, without callbacks. */
#include <stddef.h>
#include <stdint.h>
#include "http_parser.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  http_parser parser;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  http_parser_init(&parser, HTTP_BOTH);
  http_parser_execute(&parser, &settings, (const char *)data, size);
  return 0;
}
