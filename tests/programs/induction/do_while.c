// A loop that tests at its end.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define START 1
#else
#define START 2
#endif
int main(void) {
  unsigned n = START;
  do
    n += 2;
  while (homing_any_int());
  if (n % 2)
    return 1; // <target>
  return 0;
}
