// One object seen as words and as bytes.
// homing: reach @swap => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned w;
  klee_make_symbolic(&w, sizeof w, "w");
  unsigned char b[4];
  memcpy(b, &w, 4);
  unsigned back = (unsigned)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
  if (back == 0x11223344)
    back = 0; // <swap>
  if (w == 0x01020304 && b[0] != 4)
    return 2; // <never>
  return 0;
}
