// A machine that counts `abc` among 20 events: six at most.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DTIMES=6 => REACHED
#include <klee/klee.h>
#ifndef TIMES
#define TIMES 7
#endif
int main(void) {
  unsigned char e[20];
  klee_make_symbolic(e, sizeof e, "e");
  int state = 0, times = 0;
  for (int i = 0; i < 20; i++) {
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
