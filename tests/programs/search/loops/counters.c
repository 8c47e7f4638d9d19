// A hundred calls look alike; one of them leads to the target, each of the others into a loop that counts for ever.
// homing: reach ! @hit => REACHED
// homing: reach ! --no-passes @hit => REACHED
#include <klee/klee.h>
volatile unsigned rounds;
static void serve(int kind, int flags) {
  int weight = 0;
  for (int bit = 0; bit < 4; bit++)
    if (flags >> bit & 1)
      weight++;
  for (;; rounds++)
    if (kind == 6 && weight == 0)
      klee_reach(); // <hit>
}
int main(void) {
  int kind = klee_int("kind"), flags = klee_int("flags");
  for (int i = 0; i < 100; i++)
    if (kind == i)
      serve(kind, flags);
  return 0;
}
