// The same operators used as they should be.
// homing: reach @twenty @odd +new_delete_parts.cpp => REACHED, UNREACHABLE
// homing: check +new_delete_parts.cpp => NO ERROR
#include <klee/klee.h>

int twice(int x);
int forms(int x);

int main(void) {
  int x = klee_range(1, 100, "x");
  if (twice(x) == 20)
    return 1; // <twenty>
  if (twice(x) % 2 == 1)
    return 2; // <odd>
  return forms(x);
}
