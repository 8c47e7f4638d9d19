// Computed goto over a table of labels, as interpreters use it.
// homing: reach @halt => REACHED
#include <klee/klee.h>
int main(void) {
  static void *const labels[] = {&&inc, &&dbl, &&halt};
  unsigned char code[4];
  klee_make_symbolic(code, sizeof code, "code");
  int acc = 1;
  unsigned pc = 0;
  for (int i = 0; i < 4; i++)
    klee_assume(code[i] < 3);
#define NEXT goto *labels[pc < 4 ? code[pc++] : 2]
  NEXT;
inc:
  acc++;
  NEXT;
dbl:
  acc *= 2;
  NEXT;
halt:
  if (acc == 9)
    return 1; // <halt>
  return 0;
}
