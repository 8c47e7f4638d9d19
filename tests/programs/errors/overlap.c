// memcpy of a range onto itself, shifted.
// homing: check => ERROR overlap @copy

#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[16] = "abcdefgh";
  int d = klee_range(0, 9, "d");
  memcpy(text + d, text, d == 3 ? 5 : d); // <copy>
  return text[0];
}
