// klee_is_replay is 0 in the analysis and 1 in a native run.
// homing: reach @analysis => REACHED (interpreter)
#include <klee/klee.h>
int main(void) {
  if (!klee_is_replay())
    return 1; // <analysis>
  return 0;
}
