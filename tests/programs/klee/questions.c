// What only the engine can answer is part of the test case: a native run gives the same answers.
// homing: reach @symbolic @concrete @size @wrong => REACHED, UNREACHABLE, REACHED, UNREACHABLE
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int x = klee_int("x"), y = 3;
  if (klee_is_symbolic(y))
    return 1; // <concrete>
  if (klee_is_symbolic(x) && x == 12)
    return 2; // <symbolic>
  char *p = malloc(24);
  if (!p)
    return 5;
  if (klee_get_obj_size(p) != 24)
    return 3; // <wrong>
  free(p);
  if (x == 77)
    return 4; // <size>
  return 0;
}
