// A line behind memory that was never written: no native run shows it, so nobody says that it is reached.
// homing: reach @line => UNKNOWN "never written"
#include <homing.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(64 * sizeof *p);
  if (p && p[20] == 12345)
    return 1; // <line>
  return 0;
}
