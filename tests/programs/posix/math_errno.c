// Functions of <math.h> set errno as the GNU library does, and the "C" locale has no bytes over 127.
// homing: reach @domain @range @fine @byte => REACHED, REACHED, REACHED, REACHED
// homing: reach @never @large => UNREACHABLE, UNREACHABLE
#include <errno.h>
#include <homing.h>
#include <math.h>
#include <stdlib.h>
int main(void) {
  signed char x = homing_any_schar();
  char text[2] = {homing_any_char(), 0};
  wchar_t w;
  errno = 0;
  double root = sqrt(x);
  if (errno == EDOM)
    return 1; // <domain>
  if (x < 0)
    return 2; // <never>
  errno = 0;
  double scaled = ldexp(root, x == 5 ? 2000 : 1);
  if (errno == ERANGE)
    return 3; // <range>
  if (scaled > 1000)
    return 4; // <large>
  if (mbtowc(&w, text, 1) == -1)
    return 5; // <byte>
  return 6; // <fine>
}
