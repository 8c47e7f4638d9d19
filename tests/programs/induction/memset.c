// Memory that the loop writes through a function of the library.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
#include <string.h>
#ifdef BAD
#define BYTES 8
#else
#define BYTES 4
#endif
int main(void) {
  int a[2] = {0, 0};
  while (homing_any_int())
    memset(a, homing_any_int() ? 1 : 0, BYTES);
  if (a[1])
    return 1; // <target>
  return 0;
}
