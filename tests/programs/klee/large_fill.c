// Filling all of a large block is cheap; copying it is too much, and told.
// homing: reach ! @seven --replay interpreter => UNKNOWN "a copy of"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  size_t n = 1ull << 32;
  char *p = malloc(n), *q = malloc(n);
  if (!p || !q)
    return 0;
  memset(p, 7, n);
  if (p[n / 3] != 7)
    return 1; // <seven>
  memcpy(q, p, n);
  return 0;
}
