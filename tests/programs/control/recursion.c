// Mutual recursion with an input as depth.
// homing: reach @even => REACHED
// homing: reach @both => UNREACHABLE
#include <klee/klee.h>
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  int n = klee_range(0, 16, "n");
  if (even(n) && n > 9)
    n++; // <even>
  if (even(n) && odd(n))
    return 1; // <both>
  return 0;
}
