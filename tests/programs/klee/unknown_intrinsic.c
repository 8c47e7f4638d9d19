// What is not supported is named.
// homing: reach @end => UNKNOWN "klee_make_pse_symbolic"
// homing: check => UNKNOWN "klee_make_pse_symbolic"
#include <klee/klee.h>

void klee_make_pse_symbolic(void *, size_t, const char *, float *, float *);

int main(void) {
  int x;
  klee_make_pse_symbolic(&x, sizeof x, "x", 0, 0);
  if (x == 3)
    return 1; // <end>
  return 0;
}
