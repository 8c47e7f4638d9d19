// The second one: a multiple of 4 is never a multiple of 2 plus 7.
// homing: reach ! @target --techniques auto,summaries => UNREACHABLE
// homing: reach ! @target --techniques auto,summaries -- -DAPART=6 => REACHED
#include <homing.h>
#ifndef APART
#define APART 7
#endif
int main(void) {
  int n = homing_any_int();
  if (n > 1000000)
    return 0;
  int i = 0, j = 0;
  while (i < n)
    i += 4;
  while (i != j + APART)
    j += 2;
  return 1; // <target>
}
