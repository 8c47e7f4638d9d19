// A block of one of a few large sizes, and a table with more entries than blocks of symbolic size may have.
// homing: check -- -DINSIDE => NO ERROR
// homing: check => ERROR out-of-bounds @write
// homing: reach ! @seven @wrong -- -DTABLE => REACHED, UNREACHABLE
#include <klee/klee.h>
#include <stdlib.h>

static unsigned char table[6000];

int main(void) {
  int x = klee_int("x");
#ifdef TABLE
  for (unsigned i = 0; i < sizeof table; i++)
    table[i] = i % 100;
  if (x >= 0 && x < 6000 && table[x] == 7) {
    if (x % 100 != 7)
      return 1; // <wrong>
    return 2; // <seven>
  }
  return 0;
#endif
  unsigned size = x < 0 ? 20000 : x == 5 ? 9000 : 7000;
  char *p = malloc(size);
  if (!p)
    return 0;
#ifdef INSIDE
  p[size - 1] = 1;
#else
  p[8999] = 1; // <write>
#endif
  free(p);
  return 0;
}
