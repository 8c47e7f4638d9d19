// Calls without prototypes of functions that take longer numbers: the first six come in registers, with zeros above what was written;
// behind those there may be anything.
// homing: check => NO ERROR
// homing: reach @direct @pointer @last @sign => REACHED, REACHED, UNKNOWN "never written", UNREACHABLE
#include <klee/klee.h>

long first();
long seventh();

int main(void) {
  int x = klee_int("x");
  long (*function)() = first;
  if (first(x) == 0xfffffffe)
    return 1; // <direct>
  if (function(x, 1) == 0xfffffffd)
    return 2; // <pointer>
  if (x < 0 && (first(x) < 0 || function(x) < 0))
    return 3; // <sign>
  if (x == 5 && seventh(1, 2, 3, 4, 5, 6, x) != 5)
    return 4; // <last>
  return 0;
}

long first(n) long n;
{
  return n;
}

long seventh(a, b, c, d, e, f, g) int a, b, c, d, e, f;
long g;
{
  return g;
}
