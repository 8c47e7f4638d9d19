// homing: check => ERROR out-of-bounds @bad (interpreter)
#include <klee/klee.h>

int main(void) {
  klee_define_fixed_object((void *)0x7000000, 4);
  *(volatile char *)0x7000003 = 1;
  *(volatile char *)0x7000004 = 1; // <bad>
  return 0;
}
