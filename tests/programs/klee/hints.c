// Hints, messages and marks change nothing.
// homing: reach @end @never => REACHED, UNREACHABLE
// homing: check => NO ERROR
#include <klee/klee.h>

int global;

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 4; i++)
    klee_prefer_cex(text, 'a' <= text[i] && text[i] <= 'z');
  klee_posix_prefer_cex(text, text[0] == 'q');
  klee_open_merge();
  int n = 0;
  if (text[0] == 'x')
    n++;
  if (text[1] == 'y')
    n++;
  klee_close_merge();
  klee_warning("here");
  klee_warning_once("here");
  klee_print_expr("n", n);
  klee_print_range("n", n);
  klee_stack_trace();
  klee_mark_global(&global);
  klee_check_memory_access(text, 4);
  if (n == 2)
    return 1; // <end>
  if (n > 2)
    return 2; // <never>
  return 0;
}
