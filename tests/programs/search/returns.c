// The way to the target leads over returns: from a callee back to its caller, which calls something else.
// homing: reach @behind => REACHED
// homing: reach @wrong => UNREACHABLE
// homing: reach --search sdse @behind => REACHED
// homing: reach --search sdse-intra @behind => REACHED
// homing: reach --search astar2 @behind => REACHED
#include <klee/klee.h>
static int deep(int n, int v) {
  if (n == 0)
    return v * 2;
  return deep(n - 1, v) + 1;
}
static int last(int v) {
  if (v == 46)
    return 1; // <behind>
  return 0;
}
int main(void) {
  int v = klee_range(0, 100, "v");
  int r = deep(6, v);
  if (r % 2 == 1)
    return 3; // <wrong>
  return last(r);
}
