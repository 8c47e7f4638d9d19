// A lock with a code of four digits: the wrong digit is the short way back to the check, and starts over.
// homing: reach ! @hit => REACHED
// homing: reach ! --no-passes @hit => REACHED
#include <klee/klee.h>
static const int code[4] = {4, 1, 8, 1};
static int turn(int place) {
  int clicks = 0;
  for (int i = 0; i < code[place] + 4; i++)
    clicks += i % 3;
  return clicks > 0;
}
int main(void) {
  int place = 0;
  for (;;) {
    if (place == 4)
      return 1; // <hit>
    if (klee_int("digit") != code[place])
      place = 0;
    else if (turn(place))
      place++;
  }
}
