// memcpy with a length that is an input.
// homing: check => ERROR out-of-bounds @bad

#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[32] = "abc", to[16];
  int n = klee_range(0, 20, "n");
  memcpy(to, from, n); // <bad>
  return n ? to[0] : 0;
}
