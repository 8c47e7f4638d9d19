// A small stack machine with a bug: subtraction of too few operands is not refused.
// homing: check => ERROR out-of-bounds @sub, ERROR out-of-bounds @sub
// homing: reach @answer => REACHED
#include <klee/klee.h>
int main(void) {
  unsigned char code[5];
  int stack[4], sp = 0;
  klee_make_symbolic(code, sizeof code, "code");
  for (int pc = 0; pc < 5; pc++)
    switch (code[pc]) {
    case 0:
      return 0;
    case 1:
      if (sp == 4)
        return 1;
      stack[sp++] = pc + 3;
      break;
    case 2:
      if (sp < 2)
        return 1;
      sp--;
      stack[sp - 1] *= stack[sp];
      break;
    case 3:
      sp--;
      stack[sp - 1] -= stack[sp]; // <sub>
      if (stack[sp - 1] == 6)
        return 2; // <answer>
      break;
    default:
      return 1;
    }
  return 0;
}
