// A jump out of a handler brings the mask of signals back if it was kept, and a signal that waits comes when it may.
// homing: reach ! @twice @waits @late @lost => REACHED, REACHED, REACHED, UNREACHABLE
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf again;
static volatile int count;

static void handler(int signal) {
  count++;
  siglongjmp(again, 1);
}

static void counts(int signal) {
  count += 10;
}

int main(void) {
  signal(SIGFPE, handler);
  sigsetjmp(again, 1);
  if (count < 2)
    raise(SIGFPE);
  if (count == 2)
    count = 0; // <twice>
  signal(SIGSEGV, counts);
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGSEGV);
  sigprocmask(SIG_BLOCK, &set, &old);
  raise(SIGSEGV);
  if (count == 0)
    count = 1; // <waits>
  sigprocmask(SIG_SETMASK, &old, 0);
  if (count == 11)
    return 0; // <late>
  return 1; // <lost>
}
