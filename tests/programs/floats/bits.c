// The bits of a float that is an input.
// homing: reach @minus_zero => REACHED
#include <klee/klee.h>
#include <string.h>
int main(void) {
  float f;
  klee_make_symbolic(&f, sizeof f, "f");
  unsigned u;
  memcpy(&u, &f, 4);
  if (f == 0.0f && u != 0)
    return 1; // <minus_zero>
  return 0;
}
