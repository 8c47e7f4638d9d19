// A checksum over 24 bytes that is changed by some of them; it is always odd.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DSUM=0x81 => REACHED
#include <klee/klee.h>
#ifndef N
#define N 24
#endif
#ifndef SUM
#define SUM 0x80
#endif
int main(void) {
  unsigned char m[N];
  klee_make_symbolic(m, sizeof m, "m");
  unsigned char a = 1;
  for (int i = 0; i < N; i++) {
    if (m[i] & 0x80)
      a = (a >> 1) ^ 0x8d;
    else
      a = a >> 1;
    a |= 1;
  }
  if (a == SUM)
    return 1; // <target>
  return 0;
}
