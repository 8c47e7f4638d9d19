// Calls of one function go to another one, from a point on and only on the path that says so.
// homing: reach @new @never => REACHED, UNREACHABLE
// homing: reach @old => REACHED
#include <klee/klee.h>

int first(int x) { return x + 1; }
int second(int x) { return x + 2; }

int main(void) {
  int x = klee_int("x");
  int before = first(0);
  if (x > 10)
    klee_alias_function("first", "second");
  int after = first(0);
  if (before != 1)
    return 3; // <never>
  if (after == 2)
    return 1; // <new>
  if (x > 10)
    return 4;
  return 2; // <old>
}
