// The length depends on the input: whether the ranges overlap does, too.
// homing: check => ERROR overlap @copy
// homing: check -- -DMOST=4 => NO ERROR
#include <klee/klee.h>
#include <string.h>
#ifndef MOST
#define MOST 5
#endif
int main(void) {
  char text[16] = "abcdefgh";
  unsigned n = klee_range(1, MOST + 1, "n");
  memcpy(text + 4, text, n); // <copy>
  return text[0];
}
