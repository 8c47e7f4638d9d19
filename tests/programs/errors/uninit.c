// A read of memory that was never written, found only when asked for.
// homing: check => NO ERROR
// homing: check --check uninit => ERROR uninitialised @bad (interpreter)

#include <klee/klee.h>
int main(void) {
  int a[4];
  int i = klee_range(0, 4, "i");
  a[0] = a[1] = a[3] = 1;
  int v = a[i] > 0; // <bad>
  return v;
}
