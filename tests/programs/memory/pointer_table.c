// Pointers stored in memory and followed at a symbolic index.
// homing: reach @third => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
static int one = 1, two = 2, three = 3;
int main(void) {
  int *table[3] = {&one, &two, &three};
  int i = klee_range(0, 3, "i");
  *table[i] += 10;
  if (three == 13)
    return 1; // <third>
  if (one + two + three != 16)
    return 2; // <never>
  return 0;
}
