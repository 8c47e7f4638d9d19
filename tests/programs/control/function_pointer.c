// A table of functions, indexed by an input.
// homing: reach @mul @sub => REACHED, REACHED
// homing: reach @wrong => UNREACHABLE
#include <klee/klee.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) {
  return a - b; // <sub>
}
static int mul(int a, int b) {
  return a * b; // <mul>
}
static int never(int a, int b) {
  return a ^ b; // <wrong>
}
static int (*const table[])(int, int) = {add, sub, mul};
__attribute__((used)) static int (*volatile unused)(int, int) = never;
int main(void) {
  unsigned op;
  klee_make_symbolic(&op, sizeof op, "op");
  klee_assume(op < 3);
  return table[op](6, 7) == 42;
}
