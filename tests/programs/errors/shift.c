// A shift by the width, found only when asked for.
// homing: check => NO ERROR
// homing: check --check shift => ERROR shift @bad

#include <klee/klee.h>
int main(void) {
  int n = klee_range(0, 40, "n");
  unsigned v = 1;
  if (n < 33)
    v <<= n; // <bad>
  return v == 2;
}
