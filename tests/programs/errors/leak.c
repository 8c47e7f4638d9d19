// A block that nothing points to any more.
// homing: check => ERROR leak @any

#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  if (klee_int("x") == 4)
    p = 0;
  free(p);
  return 0;
}
