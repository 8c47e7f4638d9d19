/* One word somewhere in an unknown string. */
#include "search.h"

int main(void) {
  char text[25];
  klee_make_symbolic(text, sizeof text, "text");
  text[24] = 0;
  if (contains(text, "Gamma"))
    klee_assert(0); /* TARGET */
  return 0;
}
