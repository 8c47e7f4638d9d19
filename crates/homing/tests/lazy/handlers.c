/* Handlers that another function of the program sets up. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int done;
static void on_exit_(void) {
  done = 1; // @on_exit leaves => UNKNOWN
}
static void on_fault(int signal) {
  _exit(77); // @on_fault divides => UNKNOWN
}

void set_up(void) {
  atexit(on_exit_);
  signal(SIGFPE, on_fault);
}

void leaves(int n) {
  if (n == 3)
    exit(0);
}

int divides(int n) { return 7 / n; }
