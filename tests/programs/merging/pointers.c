// Which variable is counted up depends on the input, through a pointer.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DTIMES=20 => REACHED
// homing: reach ! @target --merge aggressive --prove-joins -- -DTIMES=3 => REACHED
#include <klee/klee.h>
#ifndef TIMES
#define TIMES 21
#endif
int main(void) {
  unsigned char e[20];
  klee_make_symbolic(e, sizeof e, "e");
  int few = 0, odd = 0, many = 0;
  for (int i = 0; i < 20; i++) {
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
