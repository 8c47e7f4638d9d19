// A pointer that is any number: it may be null, near null or where nothing is. One that was compared with an address is that address.
// homing: check -- -DREAD => ERROR null @bad, ERROR out-of-bounds @bad
// homing: check -- -DNEAR => ERROR null @near
// homing: check -- -DFAR => ERROR out-of-bounds @far
// homing: check -- -DCALL => ERROR null @call, ERROR bad-call @call
// homing: check -- -DKNOWN => NO ERROR
// homing: reach @both @none -- -DKNOWN => UNKNOWN "addresses", UNREACHABLE
// homing: reach @bad -- -DREAD => REACHED
#include <klee/klee.h>

int numbers[4] = {1, 2, 3, 4}, other = 9;

int main(void) {
  unsigned long n;
  klee_make_symbolic(&n, sizeof n, "n");
  int *p = (int *)n;
#ifdef READ
  return *p; // <bad>
#endif
#ifdef NEAR
  if (n > 8 && n < 4000)
    return *(char *)n; // <near>
#endif
#ifdef FAR
  if (n > 0x10000 && n < 0x20000)
    return *(char *)n; // <far>
#endif
#ifdef CALL
  ((void (*)(void))n)(); // <call>
#endif
#ifdef KNOWN
  if (p == &numbers[2] || p == &other) {
    *p = 5;
    if ((numbers[2] == 5) == (other == 5))
      return 1; // <none>
    return 2; // <both>
  }
#endif
  return 0;
}
