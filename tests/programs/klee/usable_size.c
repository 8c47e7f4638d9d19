// At least what was asked for; how much more depends on the library.
// homing: reach @less @null => UNREACHABLE, UNREACHABLE
// homing: check => NO ERROR
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  if (!p)
    return 0;
  size_t n = malloc_usable_size(p);
  if (n < 10)
    return 1; // <less>
  free(p);
  if (malloc_usable_size(0) != 0)
    return 2; // <null>
  return 0;
}
