// Too much is not given, and `errno` says why.
// homing: reach @given @errno @other => REACHED, REACHED, UNREACHABLE
#include <errno.h>
#include <homing.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  size_t n = homing_any_uchar() ? SIZE_MAX / 2 : 4;
  if (!calloc(n, 4)) {
    if (n == 4)
      return 1;
    if (errno == ENOMEM)
      return 2; // <errno>
    return 3; // <other>
  }
  return 0; // <given>
}
