// memcmp looks at all of both, strncmp only as far as it needs; memchr no further than what it finds.
// homing: check ! -- -DW=0 => ERROR out-of-bounds @any
// homing: check ! --libc musl -- -DW=0 => ERROR out-of-bounds @any
// homing: check ! -- -DW=1 => ERROR out-of-bounds @any
// homing: check ! -- -DW=2 => ERROR out-of-bounds @any
// homing: check ! --libc musl -- -DW=2 => ERROR out-of-bounds @any
// homing: check ! -- -DW=3 => NO ERROR
#include <homing.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
int main(void) {
  char a[4] = "abc";
  int r = 0;
  switch (W) {
  case 0:
    r = memcmp(a, "abXdefgh", 8);
    break;
  case 1:
    r = bcmp("12345678", a, 8);
    break;
  case 2: {
    unsigned n = homing_any_uchar();
    homing_assume(n < 8);
    r = memcmp(a, "Xbcdefgh", n);
    break;
  }
  case 3:
    r = strncmp(a, "abcdefgh", 8) + (memchr(a, 'c', 4) != 0) + memcmp(a, "abX", 3);
    break;
  }
  return r != 0;
}
