// Allocation that may fail, on request.
// homing: reach @failed => UNREACHABLE
// homing: reach @failed --fail-allocations => REACHED (interpreter)
// homing: check --fail-allocations => ERROR null @use (interpreter)
#include <stdlib.h>
int main(void) {
  char *p = malloc(10);
  if (!p)
    return 1; // <failed>
  char *q = malloc(10);
  *q = 1; // <use>
  free(p);
  free(q);
  return 0;
}
