// strcpy into a buffer that is too small.
// homing: check => ERROR out-of-bounds @any

#include <klee/klee.h>
#include <string.h>
int main(void) {
  char in[6], out[4];
  klee_make_symbolic(in, sizeof in, "in");
  in[5] = 0;
  strcpy(out, in);
  return out[0];
}
