// A machine that counts `abc` among 20 events: six at most.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DTIMES=6 => REACHED
#include <klee/klee.h>
#ifndef N
#define N 20
#endif
#ifndef TIMES
#define TIMES (N / 3 + 1)
#endif
int main(void) {
  unsigned char e[N];
  klee_make_symbolic(e, sizeof e, "e");
  int state = 0, times = 0;
  for (int i = 0; i < N; i++) {
    switch (state) {
    case 0:
      if (e[i] == 'a')
        state = 1;
      break;
    case 1:
      if (e[i] == 'b')
        state = 2;
      else if (e[i] != 'a')
        state = 0;
      break;
    case 2:
      if (e[i] == 'c') {
        state = 0;
        times++;
      } else
        state = e[i] == 'a';
      break;
    }
  }
  if (times == TIMES)
    return 1; // <target>
  return 0;
}
