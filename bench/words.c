/* Four words in an unknown string, in any order. */
#include "search.h"

int main(void) {
  char text[49];
  klee_make_symbolic(text, sizeof text, "text");
  text[48] = 0;
  if (contains(text, "Gamma") && contains(text, "delta") && contains(text, "pi") && contains(text, "Omicron(n)"))
    klee_assert(0); /* TARGET */
  return 0;
}
