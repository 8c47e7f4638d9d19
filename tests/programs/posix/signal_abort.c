// abort and a failed assertion come to the handler of SIGABRT; if it returns, the program ends all the same.
// homing: reach ! @handler @second => REACHED, REACHED
// homing: reach ! @behind => UNKNOWN "an assertion fails while SIGABRT is handled"
// homing: check ! => UNKNOWN "an assertion fails while SIGABRT is handled"
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static sigjmp_buf again;
static volatile int times;

static void handler(int signal) {
  times++; // <handler>
  if (times < 3)
    siglongjmp(again, 1);
}

int main(void) {
  signal(SIGABRT, handler);
  if (!sigsetjmp(again, 1))
    assert(times == 1);
  if (times == 1)
    abort();
  if (times != 2)
    return 1;
  signal(SIGABRT, SIG_DFL);
  write(1, "2", 1); // <second>
  if (times == 2)
    _exit(0);
  return 2; // <behind>
}
