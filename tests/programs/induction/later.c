// What holds in the first two rounds only.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
int main(void) {
  int a = 0, b = 0, c = 0;
  while (homing_any_int()) {
#ifdef BAD
    if (c)
#else
    if (c > 1)
#endif
      return 1; // <target>
    c = b;
    b = a;
    a = 1;
  }
  return 0;
}
