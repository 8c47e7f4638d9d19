// Several targets of every form in one run, each with its own verdict.
// homing: reach @one @two helper() error:null unused() => REACHED, UNREACHABLE, REACHED, REACHED, UNREACHABLE
#include <klee/klee.h>
static int helper(int v) { return v + 1; }
static int unused(int v) { return v + 2; }
__attribute__((used)) static int (*volatile keep)(int) = unused;
int main(void) {
  int x = klee_int("x");
  if (helper(x) == 10)
    return 1; // <one>
  if (x == 9)
    return 2; // <two>
  if (x == 50)
    return *(volatile int *)0;
  return 0;
}
