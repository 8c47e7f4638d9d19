/* A loop up to an unknown bound, and an error that needs exactly one bound. */
#include <klee/klee.h>

int main(void) {
  int bound, steps = 0;
  klee_make_symbolic(&bound, sizeof bound, "bound");
  while (steps < bound)
    steps++;
  if (bound == 1000) {
    volatile int *nothing = 0;
    *nothing = steps; /* TARGET */
  }
  return 0;
}
