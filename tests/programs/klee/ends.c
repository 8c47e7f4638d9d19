// homing: check => ERROR reported @report, ERROR abort @abort
// homing: reach @behind => UNREACHABLE
#include <klee/klee.h>

void leave(int status) { klee_silent_exit(status); }

int main(void) {
  switch (klee_range(0, 4, "how")) {
  case 0:
    leave(0);
    return 1; // <behind>
  case 1:
    klee_report_error("ends.c", 1, "on purpose", "mine"); // <report>
  case 2:
    klee_abort(); // <abort>
  }
  return 0;
}
