/* libcsv: strict, to the end of a file. */
#include <stddef.h>
#include <stdint.h>
#include "csv.h"

static int fields;
static void field(void *s, size_t n, void *data) {
  (void)s, (void)data;
  fields += n > 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct csv_parser p;
  if (csv_init(&p, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL | CSV_EMPTY_IS_NULL))
    return 0;
  csv_set_blk_size(&p, 8);
  if (csv_parse(&p, data, size, field, 0, 0) == size)
    csv_fini(&p, field, 0, 0);
  csv_free(&p);
  return 0;
}
