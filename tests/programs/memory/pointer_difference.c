// How far a pointer has come from where an input chose to start: a number, though one of the two is known and the other is not.
// homing: reach @one @none @more => REACHED, REACHED, UNREACHABLE
#include <klee/klee.h>

char block[2], other[2];
char *list[2] = {block, other};

int main(void) {
  int r;
  klee_make_symbolic(&r, sizeof r, "r");
  klee_make_symbolic(block, 1, "block");
  klee_assume(r == 0 | r == 1);
  char *start = list[r];
  if (r)
    return 1;
  char *s = start;
  while (*s)
    s++;
  unsigned long n = s - start;
  if (n == 1)
    return 2; // <one>
  if (n == 0)
    return 3; // <none>
  return 4; // <more>
}
