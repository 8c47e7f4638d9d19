// A program of 14 instructions for a machine with two registers: neither becomes larger than it can.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
int main(void) {
  unsigned char code[14];
  klee_make_symbolic(code, sizeof code, "code");
  unsigned a = 1, b = 0;
  for (int i = 0; i < 14; i++) {
    switch (code[i] & 7) {
    case 0:
      a += a;
      break;
    case 1:
      a++;
      break;
    case 2:
      b = a;
      break;
    case 3:
      a = 1;
      break;
    case 4: {
      unsigned t = a;
      a = b;
      b = t;
      break;
    }
    default:
      break;
    }
  }
  if (a == (1u << 14) + 1 - K)
    return 1; // <target>
  return 0;
}
