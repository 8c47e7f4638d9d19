// How many of 32 bits are set: a loop whose end depends on the input, with a decision in it.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target --search dfs => UNREACHABLE
// homing: reach ! @target -- -DBITS=32 => REACHED
// homing: reach ! @target --merge lattice -- -DBITS=31 => REACHED
#include <klee/klee.h>
#ifndef N
#define N 32
#endif
#ifndef BITS
#define BITS (N + 1)
#endif
int main(void) {
  unsigned long x;
  klee_make_symbolic(&x, sizeof x, "x");
  x &= ~0ul >> (64 - N);
  int n = 0;
  while (x) {
    if (x & 1)
      n++;
    x >>= 1;
  }
  if (n == BITS)
    return 1; // <target>
  return 0;
}
