// A loop whose bound is an input.
// homing: reach @sum => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int n = klee_range(0, 12, "n");
  int s = 0;
  for (int i = 1; i <= n; i++)
    s += i;
  if (s == 45)
    return 1; // <sum>
  if (s == 46)
    return 2; // <never>
  return 0;
}
