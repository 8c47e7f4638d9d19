// KLEE's assertion, as its present header expands it.
// homing: check => ERROR assertion @bad
// homing: reach @after @bad => REACHED, REACHED
// homing: reach any => REACHED
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 10, "x");
  klee_assert(x >= 0);
  klee_assert(x != 7); // <bad>
  return x; // <after>
}
