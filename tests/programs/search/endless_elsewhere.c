// The target is behind a call that nobody makes; elsewhere is a loop that never ends. Dropping states that cannot reach the target proves it.
// homing: reach @hidden => UNREACHABLE
// homing: reach hidden() => UNREACHABLE
// homing: reach --search dfs @hidden => UNREACHABLE
// homing: reach --search random-path @hidden => UNREACHABLE
// homing: reach --search sdse-intra @hidden => UNREACHABLE
#include <klee/klee.h>
static int work(int v) {
  for (;;) {
    int more = klee_int("more");
    if (more == v)
      v++;
    else if (more > v)
      v--;
  }
  return v;
}
int hidden(int v) {
  if (v > 3)
    return 1; // <hidden>
  return 2;
}
int main(void) {
  int v = klee_int("v");
  if (v < 0)
    return work(v);
  while (v >= 0)
    v = work(v) & 0xff;
  return 0;
}
