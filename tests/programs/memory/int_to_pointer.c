// A pointer through an integer and back; a tag in its low bits.
// homing: reach @tag => REACHED
// homing: check => NO ERROR
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  static int cell = 5;
  int t = klee_range(0, 4, "t");
  uintptr_t bits = (uintptr_t)&cell | (unsigned)t;
  int *p = (int *)(bits & ~(uintptr_t)3);
  *p += (int)(bits & 3);
  if (cell == 8)
    return 1; // <tag>
  return 0;
}
