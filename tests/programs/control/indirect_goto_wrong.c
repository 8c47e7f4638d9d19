// A computed goto to something that is no label of the function.
// homing: check => ERROR bad-call @any
// homing: check -- -DRIGHT => NO ERROR
// homing: reach @one @two -- -DRIGHT => REACHED, REACHED
#include <klee/klee.h>

int main(void) {
  static void *const table[] = {&&one, &&two, 0};
  int i = klee_range(0, 3, "i");
#ifdef RIGHT
  if (!table[i])
    return 3;
#endif
  goto *table[i];
one:
  return 1; // <one>
two:
  return 2; // <two>
}
