// Signals that nobody handles end the run, in the model as in a real run.
// homing: reach ! --sym-arg 1 @last @behind -- => REACHED, UNREACHABLE
// homing: check ! --sym-arg 1 -- => NO ERROR
#include <signal.h>

static const int ends[] = {SIGTERM, SIGINT, SIGUSR1, SIGHUP, SIGQUIT, SIGTRAP, SIGALRM, SIGPIPE};

int main(int argc, char **argv) {
  unsigned n = argc > 1 ? (unsigned char)argv[1][0] : 0;
  if (n > 7)
    return 0;
  if (n == 7)
    argc++; // <last>
  raise(ends[n]);
  return argc; // <behind>
}
