// Room for the text but not for its end.
// homing: check => ERROR out-of-bounds @end

#include <klee/klee.h>
#include <stdlib.h>
static size_t length(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}
int main(void) {
  char in[4];
  klee_make_symbolic(in, sizeof in, "in");
  in[3] = 0;
  size_t n = length(in);
  char *copy = malloc(n == 2 ? n : n + 1);
  for (size_t i = 0; i < n; i++)
    copy[i] = in[i];
  copy[n] = 0; // <end>
  free(copy);
  return 0;
}
