// What only one side does: memory, inputs, output, unwritten bytes, an early return.
// homing: reach @heap @freed @asked @unwritten @early @never --merge aggressive => REACHED, REACHED, REACHED, REACHED, REACHED, UNREACHABLE
// homing: reach @heap @freed @asked @unwritten @early @never --merge aggressive --prove-joins => REACHED, REACHED, REACHED, REACHED, REACHED, UNREACHABLE
// homing: reach @heap @freed @asked @unwritten @early @never --merge none => REACHED, REACHED, REACHED, REACHED, REACHED, UNREACHABLE
// homing: reach error:use-after-free --merge aggressive -- -DFAULT => REACHED
// homing: reach error:use-after-free --merge aggressive => UNREACHABLE
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int early(int x) {
  if (x == 7)
    return 1;
  int y = x * 3;
  if (y == 30)
    return 2;
  return 0;
}

int main(void) {
  int x = klee_int("x"), n = 0;
  char *p = 0, *q = malloc(4), buffer[8];
  if (x & 1) {
    p = malloc(3);
    p[0] = 'p';
  }
  if (x & 2) {
    free(q);
    q = 0;
#ifdef FAULT
    q = malloc(1);
    char *r = q;
    free(q);
    q = r;
#endif
  } else
    q[1] = 'q';
  if (x & 4)
    n = klee_int("n");
  int m = klee_int("m");
  if (x & 8)
    memset(buffer, 'b', sizeof buffer);
#ifdef FAULT
  if (q)
    q[0] = 1; // <use>
#endif
  if (p && p[0] == 'p' && !(x & 2))
    n += 0; // <heap>
  if (!q)
    n += 0; // <freed>
  if (n == 1234 && m == 99)
    n += 0; // <asked>
  if (n && !(x & 4))
    return 1; // <never>
  if ((x & 8) && buffer[5] == 'b')
    n += 0; // <unwritten>
  switch (early(x)) {
  case 1:
    return 2;
  case 2:
    return 3; // <early>
  }
  return 0;
}
