// Brackets of two kinds that must nest three deep and close again before the end counts.
// homing: reach @hit => REACHED
#include <klee/klee.h>
#define LENGTH 7
int main(void) {
  char text[LENGTH], open[LENGTH];
  int depth = 0, deepest = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < LENGTH; i++) {
    if (text[i] == '(' || text[i] == '[') {
      open[depth++] = text[i];
      if (depth > deepest)
        deepest = depth;
    } else if (text[i] == ')' || text[i] == ']') {
      if (depth == 0 || open[--depth] != (text[i] == ')' ? '(' : '['))
        return 2;
    } else if (text[i] == 0) {
      break;
    }
  }
  if (depth == 0 && deepest == 3)
    return 1; // <hit>
  return 0;
}
