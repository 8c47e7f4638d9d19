/* Five options of one kind are too many; the rest of the program has many paths that do not matter. */
#include <klee/klee.h>

volatile int noise;

static void other_option(void) {
  for (int k = 20; k > 0; k--)
    noise ^= k;
}

int main(void) {
  int count, seen = 0, capitals = 0, small = 0, digits = 0;
  char option[5], rest[20];
  klee_make_symbolic(&count, sizeof count, "count");
  klee_make_symbolic(option, sizeof option, "option");
  klee_make_symbolic(rest, sizeof rest, "rest");
  klee_assume(count >= 0 && count <= 5);
  for (int k = 0; k < count; k++) {
    if (option[k] == 'v') {
      klee_assert(seen < 4); /* TARGET */
      seen++;
    } else {
      other_option();
    }
  }
  for (int k = 0; k < 20; k++) {
    if (rest[k] >= 'a' && rest[k] <= 'z')
      small++;
    else if (rest[k] >= 'A' && rest[k] <= 'Z')
      capitals++;
    else if (rest[k] >= '0' && rest[k] <= '9')
      digits++;
  }
  return small + capitals + digits;
}
