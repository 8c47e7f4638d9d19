// The 32-bit data model: sizes, alignment, wrap-around of long.
// homing: reach @long --32 => REACHED
// homing: reach @long => UNREACHABLE
// homing: reach @wide => REACHED
// homing: reach @wide --32 => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  long v;
  klee_make_symbolic(&v, sizeof v, "v");
  volatile unsigned pointer = sizeof(void *);
  if (pointer == 4 && v == -7)
    return 1; // <long>
  if (v > 0x7fffffff)
    return 2; // <wide>
  return 0;
}
