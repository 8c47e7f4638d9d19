// Commands in an endless loop: asking for the target is the short way, but it is refused until the long command has come first.
// homing: reach ! @hit => REACHED
// homing: reach ! --no-passes @hit => REACHED
#include <klee/klee.h>
static int check(const unsigned char *word) {
  unsigned h = 5381;
  for (int i = 0; i < 12; i++)
    h = h * 33 + i;
  return h != 0 && word[0] == 'o' && word[1] == 'k';
}
int main(void) {
  int allowed = 0, refused = 0;
  for (;;) {
    unsigned char command[3];
    klee_make_symbolic(command, sizeof command, "command");
    if (command[0] == 'g') {
      if (allowed)
        return 1; // <hit>
      refused++;
    } else if (command[0] == 'l') {
      allowed = check(command + 1);
    } else if (command[0] == 'q') {
      return refused;
    }
  }
}
