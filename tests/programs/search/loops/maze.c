// A way through a maze: the check for the goal is in every round, walls end a path, and the way is long.
// homing: reach @hit => REACHED
#include <klee/klee.h>
#define WIDTH 7
#define HEIGHT 5
#define MOVES 12
static const char maze[HEIGHT][WIDTH + 1] = {
    "#######", //
    "#     #", //
    "# ### #", //
    "# #G  #", //
    "#######",
};
int main(void) {
  char move[MOVES];
  int x = 1, y = 3;
  klee_make_symbolic(move, sizeof move, "move");
  for (int i = 0; i < MOVES; i++) {
    if (move[i] == 'n')
      y--;
    else if (move[i] == 's')
      y++;
    else if (move[i] == 'w')
      x--;
    else if (move[i] == 'e')
      x++;
    else
      return 2;
    if (maze[y][x] == '#')
      return 3;
    if (maze[y][x] == 'G')
      return 1; // <hit>
  }
  return 0;
}
