// memset, memmove, memcmp, memchr.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char a[6], b[6];
  klee_make_symbolic(a, sizeof a, "a");
  memset(b, 0x5a, sizeof b);
  memmove(a + 1, a, 5);
  if (memcmp(a, b, 6) == 0)
    return 1; // <hit>
  if (a[0] != a[1])
    return 2; // <never>
  return memchr(a, 7, 6) != 0;
}
