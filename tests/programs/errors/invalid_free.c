// Freeing the middle of a block, and a local.
// homing: check => ERROR invalid-free @middle, ERROR invalid-free @local

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  char local;
  int x = klee_int("x");
  if (x == 1) {
    free(p + 1); // <middle>
    return 1;
  }
  free(p);
  if (x == 2)
    free(&local); // <local>
  return 0;
}
