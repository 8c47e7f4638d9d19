// Too much is not given; what `errno` is then is the library's affair.
// homing: reach @given => REACHED
// homing: reach @errno => UNKNOWN "calloc"
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
    return 3;
  }
  return 0; // <given>
}
