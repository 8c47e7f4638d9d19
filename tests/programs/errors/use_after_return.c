// A pointer to a local of a function that has returned.
// homing: check => ERROR use-after-return @bad

#include <klee/klee.h>
static int *keep;
static void leave(int x) {
  int local = x;
  static int fixed;
  keep = x == 77 ? &local : &fixed;
  *keep = 1;
}
int main(void) {
  leave(klee_int("x"));
  return *keep; // <bad>
}
