// A block of no bytes loses nothing.
// homing: check => NO ERROR
#include <homing.h>
#include <stdlib.h>

int main(void) {
  unsigned n = homing_any_uint();
  char *p = malloc(0);
  if (n > 5)
    n = 0;
  char *q = malloc(n);
  if (n)
    free(q);
  return p == 0 && q == 0;
}
