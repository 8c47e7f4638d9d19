// A lift with commands: it never moves with its door open, and never leaves its ten floors.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#include <stdbool.h>
#ifndef K
#define K 0
#endif
struct lift {
  int floor;
  bool open, moving;
};
static void command(struct lift *l, char c) {
  if (c == 'o') {
    if (!l->moving)
      l->open = true;
  } else if (c == 'c') {
    l->open = false;
  } else if (c == 's') {
    l->moving = false;
  } else if (c == 'u') {
    if (!l->open && l->floor < 9 + K) {
      l->moving = true;
      l->floor++;
    }
  } else if (c == 'd') {
    if (!l->open && l->floor > 0) {
      l->moving = true;
      l->floor--;
    }
  }
}
int main(void) {
  char commands[14];
  klee_make_symbolic(commands, sizeof commands, "commands");
  struct lift l = {0};
  for (int i = 0; i < 14; i++)
    command(&l, commands[i]);
  if (l.floor > 9 || (l.moving && l.open))
    return 1; // <target>
  return 0;
}
