// Targets that only calls through pointers lead to: from a table, from an argument, and with another signature than the call's.
// homing: reach @table => REACHED
// homing: reach @argument => REACHED
// homing: reach @behind => REACHED
// homing: reach @unused => UNREACHABLE
// homing: reach @table @argument @behind @unused => REACHED, REACHED, REACHED, UNREACHABLE
// homing: reach --search sdse @argument => REACHED
#include <klee/klee.h>
typedef int (*step)(int);
static int add(int v) { return v + 1; }
static int twice(int v) {
  if (v == 21)
    return 42; // <table>
  return v * 2;
}
static int less(int v) {
  if (v == 40)
    return 0; // <argument>
  return v - 1;
}
static int unused(int v) {
  return v * 3; // <unused>
}
static int (*const none)(int, int) = (int (*)(int, int))unused;
static const step table[] = {add, twice};
static int apply(step f, int v) { return f(v); }
int main(void) {
  int i = klee_range(0, 2, "i"), v = klee_int("v");
  int r = table[i](v);
  r = apply(i ? add : less, r);
  if (r == 77 && i == 0 && none)
    return 1;
  if (r == 79 && i == 1)
    return 2; // <behind>
  return 0;
}
