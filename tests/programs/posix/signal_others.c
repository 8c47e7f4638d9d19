// Somebody else may send a signal that the program handles; one that it ignores or leaves alone makes no difference.
// homing: reach ! @stopped => UNKNOWN "nobody else sends a signal"
// homing: reach ! @stopped -- -DIGNORE => UNREACHABLE
#include <signal.h>

static volatile sig_atomic_t stop;

static void handler(int signal) {
  stop = 1;
}

int main(void) {
#ifdef IGNORE
  void (*volatile unused)(int) = handler;
  signal(SIGTERM, SIG_IGN);
#else
  signal(SIGTERM, handler);
#endif
  for (int i = 0; i < 3; i++)
    if (stop)
      return 1; // <stopped>
  return 0;
}
