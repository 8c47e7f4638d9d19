// Exponents and what is none: where the text ends and what `errno` says.
// homing: reach @large @small @infinite @rest => REACHED, REACHED, REACHED, REACHED
// homing: reach @nothing -- -DTINY => REACHED
// homing: reach @never -- -DFEW => UNREACHABLE
// homing: reach @large @small -- -DFEW => REACHED, REACHED
#include <errno.h>
#include <homing.h>
#include <math.h>
#include <stdlib.h>

#ifdef FEW
#define N 5
#else
#define N 6
#endif

int main(void) {
  char s[N + 1], *end;
  homing_symbolic(s, N, "s");
  s[N] = 0;
#ifndef FEW
  if (s[0] < '0' || s[0] > '9' || s[1] != 'e')
    return 0;
#ifdef TINY
  if (s[2] != '-' || s[3] != '4')
    return 0;
#endif
#else
  // One digit of an exponent.
  if (s[0] < '0' || s[0] > '9' || s[1] != '.' || s[2] < '0' || s[2] > '9' || s[3] != 'e' || s[4] < '0' || s[4] > '9')
    return 0;
#endif
  errno = 0;
  double x = strtod(s, &end);
  if (x == 2e7)
    return 1; // <large>
  if (x == 3e-1)
    return 2; // <small>
  if (isinf(x) && errno == ERANGE)
    return 3; // <infinite>
  if (x == 0 && errno == ERANGE)
    return 4; // <nothing>
  if (x == 4 && end == s + 1 && s[1] == 'e' && s[2] == '+')
    return 5; // <rest>
#ifdef FEW
  if (x > 9.9e9)
    return 6; // <never>
#endif
  return 0;
}
