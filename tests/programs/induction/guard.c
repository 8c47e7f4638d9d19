// A guard that changes what it looks at.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define MOST 11
#else
#define MOST 10
#endif
int main(void) {
  int n = 0;
  while (n++ < MOST && homing_any_int())
    ;
  if (n == 12)
    return 1; // <target>
  return 0;
}
