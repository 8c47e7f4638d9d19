// Homing's own header.
// homing: reach @hit => REACHED
// homing: reach any => REACHED
// homing: check => ERROR assertion @assert, ERROR reported @error
#include <homing.h>
int main(void) {
  char name[3];
  homing_symbolic(name, sizeof name, "name");
  int n = homing_range(0, 10, "n");
  homing_assume(n > 2);
  if (name[0] == 'o' && name[1] == 'k' && name[2] == 0 && n == 9)
    return 1; // <hit>
  homing_assert(n < 9 || homing_any_bool() || name[0] != 'x'); // <assert>
  if (homing_any_long() == -12)
    homing_error(); // <error>
  if (n == 3)
    homing_reach();
  return 0;
}
