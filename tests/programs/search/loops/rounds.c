// Leaving a loop is the short way to the target; only leaving it after the right number of rounds gets there.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int n = 0, twice = 0;
  while (n < 60 && klee_int("more")) {
    n++;
    twice += 2;
  }
  if (n == 25 && twice == 50)
    return 1; // <hit>
  if (twice == 51)
    return 2; // <never>
  return 0;
}
