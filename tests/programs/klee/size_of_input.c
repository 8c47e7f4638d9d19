// The size of a block whose size depends on the input.
// homing: reach @nine @never => REACHED, UNREACHABLE
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(1, 32, "n");
  char *p = malloc(n);
  if (!p)
    return 0;
  if (klee_get_obj_size(p) == 9)
    return 1; // <nine>
  if (klee_get_obj_size(p) > 31)
    return 2; // <never>
  return 0;
}
