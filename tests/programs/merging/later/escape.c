// A text of 20 letters with entities instead of the letters that have a meaning: at most six letters for each.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#include <stddef.h>
#ifndef K
#define K 0
#endif
static size_t width(char c) {
  switch (c) {
  case '&':
    return 5;
  case '<':
  case '>':
    return 4;
  case '"':
  case '\'':
    return 6;
  }
  return 1;
}
int main(void) {
  char text[20];
  klee_make_symbolic(text, sizeof text, "text");
  size_t length = 0;
  for (size_t i = 0; i < sizeof text; i++)
    length += width(text[i]);
  if (length == 121 - K)
    return 1; // <target>
  return 0;
}
