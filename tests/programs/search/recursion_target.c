// A target inside mutual recursion, reached on the way down and on the way up; the frames that wait matter.
// homing: reach @down => REACHED
// homing: reach @up => REACHED
// homing: reach @never => UNREACHABLE
// homing: reach @down @up @never => REACHED, REACHED, UNREACHABLE
// homing: reach --search sdse @up => REACHED
#include <klee/klee.h>
static int count;
static void ping(int n);
static void pong(int n) {
  if (n == 3 && count == 4)
    count += 10; // <down>
  if (n > 0)
    ping(n - 1);
  count++;
}
static void ping(int n) {
  if (n > 0)
    pong(n - 1);
  if (n == 6 && count == 9)
    count++; // <up>
  if (n == 2 && count > 100)
    count = 0; // <never>
}
int main(void) {
  int n = klee_range(0, 9, "n");
  count = klee_range(0, 8, "start");
  ping(n);
  return count;
}
