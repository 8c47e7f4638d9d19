// Intrinsics without an effect on what is reachable.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_prefer_cex(&x, x == 5);
  klee_warning("look");
  klee_warning_once("look once");
  klee_print_expr("x", x);
  klee_print_range("x", x);
  klee_open_merge();
  klee_close_merge();
  klee_check_memory_access(&x, sizeof x);
  if (x == 6)
    return 1; // <hit>
  if (x > 6 && x < 7)
    return 2; // <never>
  return 0;
}
