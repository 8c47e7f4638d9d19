// homing: check => ERROR out-of-bounds @bad (interpreter)
#include <klee/klee.h>

int main(void) {
  int a[4] = {1, 2, 3, 4};
  klee_check_memory_access(a, sizeof a);
  klee_check_memory_access(a + 1, 16); // <bad>
  return 0;
}
