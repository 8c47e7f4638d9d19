// The same name twice: two inputs.
// homing: reach @diff => REACHED
#include <klee/klee.h>
static int input(void) {
  int v;
  klee_make_symbolic(&v, sizeof v, "v");
  return v;
}
int main(void) {
  int a = input(), b = input(), c = input();
  if (a == 1 && b == 2 && c == 3)
    return 1; // <diff>
  return 0;
}
