// Every branch of a small state machine.
// homing: reach @a @b @c @d @e @f => REACHED, REACHED, REACHED, REACHED, REACHED, UNREACHABLE
#include <klee/klee.h>
int main(void) {
  char in[4];
  klee_make_symbolic(in, sizeof in, "in");
  int state = 0, seen = 0;
  for (int i = 0; i < 4; i++) {
    switch (state) {
    case 0:
      if (in[i] == '<')
        state = 1; // <a>
      break;
    case 1:
      if (in[i] == '/')
        state = 2; // <b>
      else if (in[i] == '>')
        state = 0; // <c>
      break;
    case 2:
      if (in[i] == '>') {
        state = 0;
        seen++; // <d>
      }
      break;
    default:
      return -1; // <f>
    }
  }
  if (seen && in[3] == 'x')
    return 1; // <e>
  return 0;
}
