// klee_abort is an abort.
// homing: check => ERROR abort @here
#include <klee/klee.h>
int main(void) {
  if (klee_int("x") == 17)
    klee_abort(); // <here>
  return 0;
}
