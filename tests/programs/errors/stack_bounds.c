// Past the end of a local array.
// homing: check => ERROR out-of-bounds @bad

#include <klee/klee.h>
int main(void) {
  int a[8] = {0}, b[8] = {0};
  int i = klee_range(0, 16, "i");
  b[7] = 1;
  a[i] = 5; // <bad>
  return a[0] + b[0];
}
