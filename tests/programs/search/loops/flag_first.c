// The nearest way to the target leads into a loop that only pays off with a flag from a long branch before it.
// homing: reach ! @hit => REACHED
// homing: reach ! --no-passes @hit => REACHED
#include <klee/klee.h>
static unsigned prepare(unsigned v) {
  unsigned sum = 0;
  for (int i = 0; i < 40; i++)
    sum = sum * 31 + v + i;
  return sum;
}
int main(void) {
  int ready = 0, last = 0;
  if (klee_int("mode") == 3)
    ready = prepare(3) != 0;
  for (;;) {
    int c = klee_int("c");
    if (c == last)
      break;
    if (c == 'x' && ready)
      return 1; // <hit>
    last = c;
  }
  return 0;
}
