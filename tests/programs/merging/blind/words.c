// Words of a text of 20 letters: ten at most.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }
static int words(const char *s) {
  int n = 0, inside = 0;
  for (; *s; s++) {
    if (is_space(*s))
      inside = 0;
    else if (!inside) {
      inside = 1;
      n++;
    }
  }
  return n;
}
int main(void) {
  char text[21];
  klee_make_symbolic(text, sizeof text, "text");
  text[20] = 0;
  if (words(text) == 11 - K)
    return 1; // <target>
  return 0;
}
