// Two targets in different directions: when one is reached, the search turns to the other, and the endless part in between does not hold it up.
// homing: reach @near @far => REACHED, REACHED
// homing: reach --search sdse @near @far => REACHED, REACHED
// homing: reach --search astar @near @far @none => REACHED, REACHED, UNREACHABLE
// homing: reach --search bfs @far @near => REACHED, REACHED
#include <klee/klee.h>
int main(void) {
  unsigned char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  int n = 0;
  if (text[0] == 'a')
    n = 1; // <near>
  for (int i = 1; i < 6; i++)
    if (text[i] == 'a' + i)
      n += 2;
  if (n == 11)
    return 1; // <far>
  if (n == 12)
    return 2; // <none>
  return 0;
}
