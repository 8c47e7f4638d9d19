// Beside the target a wait that may last for any number of rounds; what is waited for is made far away, and comes last.
// homing: reach ! @hit => REACHED
// homing: reach ! --no-passes @hit => REACHED
#include <klee/klee.h>
static int stock, orders;
static void work(int n) {
  for (int i = 0; i < 30; i++)
    orders += (i ^ n) & 1;
  stock++;
}
int main(void) {
  for (int day = 0; day < 5; day++) {
    while (klee_int("wait") > day) {
      if (stock == 3)
        return 1; // <hit>
      orders++;
    }
    if (klee_int("work") == day)
      work(day);
  }
  return 0;
}
