// klee_is_replay is 0 in the analysis and 1 in a native run: no real run comes to this line, so it is not said to be reached.
// homing: reach @analysis => UNKNOWN "native run"
#include <klee/klee.h>
int main(void) {
  if (!klee_is_replay())
    return 1; // <analysis>
  return 0;
}
