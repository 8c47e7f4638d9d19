/* As options.c, but what follows never ends. */
#include <klee/klee.h>

volatile int noise;

static void other_option(void) {
  for (int k = 20; k > 0; k--)
    noise ^= k;
}

int main(void) {
  int count, seen = 0;
  char option[5];
  klee_make_symbolic(&count, sizeof count, "count");
  klee_make_symbolic(option, sizeof option, "option");
  klee_assume(count >= 0 && count <= 5);
  for (int k = 0; k < count; k++) {
    if (option[k] == 'v') {
      klee_assert(seen < 4); /* TARGET */
      seen++;
    } else {
      other_option();
    }
  }
  for (;;) {
    char c;
    klee_make_symbolic(&c, sizeof c, "c");
    if (c >= 'a' && c <= 'z')
      noise += 1;
    else if (c >= '0' && c <= '9')
      noise += 2;
  }
}
