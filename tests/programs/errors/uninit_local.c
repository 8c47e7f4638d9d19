// A local that is read before it was written, on one path.
// homing: check --check uninit => ERROR uninitialised @read (interpreter)
// homing: reach error:uninitialised => REACHED (interpreter)
#include <homing.h>

int main(void) {
  int x;
  if (homing_any_uchar() == 5)
    x = 1;
  if (x == 1) // <read>
    return 2;
  return 0;
}
