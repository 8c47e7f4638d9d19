// A checksum over all input bytes stands before the target.
// homing: reach @ok => REACHED
#include <klee/klee.h>
int main(void) {
  unsigned char m[6];
  klee_make_symbolic(m, sizeof m, "message");
  unsigned sum = 0;
  for (int i = 0; i < 5; i++)
    sum = sum * 31 + m[i];
  if (m[0] == 'H' && m[1] == 'i' && (sum & 0xff) == m[5] && m[5] > 200)
    return 1; // <ok>
  return 0;
}
