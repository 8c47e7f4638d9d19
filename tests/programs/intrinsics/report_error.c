// klee_report_error is an error of the program's own.
// homing: check => ERROR reported @here
// homing: reach error:reported => REACHED
// homing: reach any => REACHED
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 17)
    klee_report_error(__FILE__, __LINE__, "seventeen", "user.err"); // <here>
  return 0;
}
