// klee_assert as KLEE's header defines it.
// homing: reach any => REACHED
// homing: check => ERROR assertion @bad
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x != 200); // <bad>
  klee_assert(x < 256);
  return 0;
}
