// homing reach FILE:8
#include <klee/klee.h>
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  __asm__ volatile("cpuid" : : : "eax", "ebx", "ecx", "edx");
  if (n != n)
    return 1;
  return 0;
}
