/* A value that is computed from many bytes and stands nowhere in the input: each input that brings it nearer to what it is compared with is worth keeping. */
#include "homing.h"

int main(void) {
  unsigned char b[24];
  homing_symbolic(b, sizeof b, "b");
  long v = 0;
  for (int i = 0; i < 24; i++)
    v += (long)b[i] * b[i] * b[i] * (i + 1);
  if (v == 345678901)
    return 1; // <there>
  return 0;
}
// homing: reach ! --search fuzz --techniques none @there => REACHED
