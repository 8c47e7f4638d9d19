// An endless loop in one branch, the target in the other, behind a guard that cannot hold: states in the loop are dropped, the rest is explored.
// homing: reach @guarded => UNREACHABLE
// homing: reach @other => REACHED
// homing: reach @guarded @other => UNREACHABLE, REACHED
#include <klee/klee.h>
static void forever(int v) {
  while (1) {
    int next = klee_int("next");
    if (next == v)
      v = next + 1;
  }
}
int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  if (a > 10)
    forever(b);
  if (b > 5 && b < 3)
    return 1; // <guarded>
  if (a == 10 && b == 5)
    return 2; // <other>
  return 0;
}
