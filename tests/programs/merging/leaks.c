// Which of two blocks is kept depends on the input; the other one is lost.
// homing: check --merge aggressive => ERROR leak @any, ERROR leak @any
// homing: check --merge none => ERROR leak @any, ERROR leak @any
// homing: check --merge aggressive -- -DFREED => NO ERROR
#include <klee/klee.h>
#include <stdlib.h>

static char *kept;

int main(void) {
  int x = klee_int("x");
  char *a = malloc(1), *b = malloc(2);
  if (x > 3)
    kept = a;
  else
    kept = b;
#ifdef FREED
  free(x > 3 ? b : a);
#endif
  a = b = 0;
  return 0;
}
