// Memory that was never written is read in other pieces by whoever replays, or not at all; an input may be empty.
// homing: check => ERROR null @bytes (interpreter)
// homing: check -- -DOVERWRITTEN => ERROR assertion @over
// homing: check -- -DEMPTY => ERROR assertion @empty
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
#ifdef OVERWRITTEN
  unsigned at, row[4];
  klee_make_symbolic(&at, sizeof at, "at");
  if (at >= 4)
    return 0;
  row[at] = 0;
  klee_make_symbolic(row, sizeof row, "row");
  assert(row[at] == 0); // <over>
#elif defined EMPTY
  char none;
  klee_make_symbolic(&none, 0, "none");
  int x = klee_int("x");
  assert(x != 5); // <empty>
#else
  struct pair {
    char c;
    int n;
  } a, b;
  a.c = 1;
  a.n = 2;
  memcpy(&b, &a, sizeof b);
  unsigned char *p = (unsigned char *)&b;
  int x = klee_int("x");
  if (p[1] + p[2] == 300 && x == 7)
    *(volatile int *)0 = 1; // <bytes>
#endif
  return 0;
}
