// Letters of a text in UTF-8: bytes that continue one are not counted, and end it after three.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
int main(void) {
  unsigned char text[24];
  klee_make_symbolic(text, sizeof text, "text");
  int letters = 0, wanted = 0, bad = 0;
  for (int i = 0; i < 24; i++) {
    unsigned char c = text[i];
    if ((c & 0xc0) == 0x80) {
      if (wanted > 0)
        wanted--;
      else
        bad++;
    } else {
      if (wanted > 0)
        bad++;
      letters++;
      if (c < 0x80)
        wanted = 0;
      else if ((c & 0xe0) == 0xc0)
        wanted = 1;
      else if ((c & 0xf0) == 0xe0)
        wanted = 2;
      else
        wanted = 3;
    }
  }
  if (letters + bad == 48 - K && wanted == 0)
    return 1; // <target>
  return 0;
}
