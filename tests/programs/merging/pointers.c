// Which variable is counted up depends on the input, through a pointer.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DTIMES=20 => REACHED
// homing: reach ! @target --merge aggressive --prove-joins -- -DTIMES=3 => REACHED
#include <klee/klee.h>
#ifndef N
#define N 20
#endif
#ifndef TIMES
#define TIMES (N + 1)
#endif
int main(void) {
  unsigned char e[N];
  klee_make_symbolic(e, sizeof e, "e");
  int few = 0, odd = 0, many = 0;
  for (int i = 0; i < N; i++) {
    int *p;
    if (e[i] < 50) {
      if (e[i] & 1)
        p = &odd;
      else
        p = &few;
    } else
      p = &many;
    *p += 1;
  }
  if (many == TIMES)
    return 1; // <target>
  return 0;
}
