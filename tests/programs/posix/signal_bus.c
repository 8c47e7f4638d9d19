// What a handler of SIGBUS does after an error is not explored: that is a loss, and without the handler there is none.
// homing: reach ! @handler => UNKNOWN "the program handles its signal"
// homing: reach ! @handler -- -DDEFAULT => UNREACHABLE
#include <signal.h>
#include <unistd.h>

static int *volatile where;
static volatile int zero;

static void handler(int signal) {
  _exit(zero + !where); // <handler>
}

int main(void) {
#ifdef DEFAULT
  void (*volatile unused)(int) = handler;
  signal(SIGBUS, SIG_DFL);
#else
  signal(SIGBUS, handler);
#endif
  *where = 1;
  return 0;
}
