// Where no native program can have memory only the interpreter can replay.
// homing: check => NO ERROR
#include <klee/klee.h>

int main(void) {
  klee_define_fixed_object((void *)0x80, 4);
  *(volatile int *)0x80 = 10;
  klee_assert(*(volatile int *)0x80 == 10);
  return 0;
}
