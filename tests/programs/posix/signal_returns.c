// A handler of SIGABRT that returns does not keep the program alive.
// homing: reach ! @handler @behind => REACHED, UNREACHABLE
// homing: check ! => ERROR abort @abort
#include <signal.h>
#include <stdlib.h>

static volatile int seen;

static void handler(int signal) {
  seen = signal; // <handler>
}

int main(void) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  sigaction(SIGABRT, &action, 0);
  if (!seen)
    abort(); // <abort>
  return seen; // <behind>
}
