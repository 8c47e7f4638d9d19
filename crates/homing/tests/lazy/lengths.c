/* Arrays with their lengths beside them. A target ends the process with status 77. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int sum(const unsigned char *buf, size_t len) {
  int s = 0;
  for (size_t i = 0; i < len; i++)
    s += buf[i];
  if (s == 700)
    exit(77); // @sum sum
  return s;
}

/* More than --lazy-array asks for, because the path needs it. */
int header(const char *buf, int size) {
  if (size != 9 || memcmp(buf, "GIF89a", 6) || buf[8] != 'x')
    return 0;
  exit(77); // @header header
}

struct item { int key, value; };

int find(struct item *items, unsigned count, int key) {
  for (unsigned i = 0; i < count; i++)
    if (items[i].key == key && items[i].value == 3 && i == 2)
      exit(77); // @find find --lazy-pairs=items=count
  return 0;
}

/* The last of `n` elements is never 5 behind this: a length that is none. */
int odd(const int *table, int line) {
  if (table[3] == 5 && line == 0)
    exit(77); // @odd odd --lazy-pairs=none
  return 0;
}

int named(const int *table, int rows) {
  if (rows == 2 && table[1] == 5)
    exit(77); // @named named --lazy-pairs=table=rows
  return 0;
}
