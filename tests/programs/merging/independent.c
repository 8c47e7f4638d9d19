// Thirty decisions that have nothing to do with each other: a sum that none of 2^30 combinations has, and one that some have.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DSUM=60 => REACHED
// homing: reach ! @target --merge aggressive --prove-joins => UNREACHABLE
// homing: reach ! @target --merge recursive --kappa 2 -- -DSUM=58 => REACHED
#include <klee/klee.h>
#ifndef N
#define N 30
#endif
#ifndef SUM
#define SUM (2 * N + 1)
#endif
int main(void) {
  unsigned char b[N];
  klee_make_symbolic(b, sizeof b, "b");
  int sum = 0;
  for (int i = 0; i < N; i++) {
    if (b[i] > 100)
      sum += 2;
  }
  if (sum == SUM)
    return 1; // <target>
  return 0;
}
