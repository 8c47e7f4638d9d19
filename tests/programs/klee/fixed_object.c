// Memory at an address that the program chose.
// homing: reach @ten @other => REACHED, UNREACHABLE
// homing: check => NO ERROR
#include <klee/klee.h>

#define WORDS ((volatile int *)0x7000000)

int main(void) {
  klee_define_fixed_object((void *)0x7000000, 8);
  int x = klee_int("x");
  if (WORDS[0] != 0)
    return 1; // <other>
  WORDS[1] = x;
  if (WORDS[1] == 10)
    return 2; // <ten>
  return 0;
}
