// As flag_first.c, but paths in the loop do not multiply: each round forks once, and one side leaves.
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
    if (ready && c == 'x')
      return 1; // <hit>
    if (c == last)
      break;
    last = c;
  }
  return 0;
}
