// The target is in a function that every round calls, but it takes seven failures in a row to get through to it.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
static int failures;
static int give_up(int code) {
  if (failures < 7)
    return 0;
  if (code == 7)
    return 2; // <never>
  return 1;   // <hit>
}
static int attempt(int round) {
  int answer = klee_int("answer");
  if (answer == 200) {
    failures = 0;
    return 0;
  }
  failures++;
  return give_up(round < 7 ? -1 : round - 20);
}
int main(void) {
  for (int round = 0; round < 12; round++)
    if (attempt(round))
      return 1;
  return 0;
}
