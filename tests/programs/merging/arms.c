// What only one arm does, and what is then the case behind both: each part has a twin that is one constant apart.
// homing: reach ! @memory --merge aggressive --prove-joins -- -DPART=1 => UNREACHABLE
// homing: reach ! @memory --merge aggressive --prove-joins -- -DPART=1 -DK=1 => REACHED
// homing: reach ! error:use-after-free --merge dynamic --prove-joins -- -DPART=2 => UNREACHABLE
// homing: reach ! error:use-after-free --merge aggressive --prove-joins -- -DPART=2 => UNREACHABLE
// homing: reach ! error:use-after-free --merge aggressive --prove-joins -- -DPART=2 -DK=1 => REACHED
// homing: reach ! @inputs --merge aggressive --prove-joins -- -DPART=3 => UNREACHABLE
// homing: reach ! @inputs --merge aggressive --prove-joins -- -DPART=3 -DK=1 => REACHED
// homing: reach ! @inputs --merge lattice --prove-joins -- -DPART=3 -DK=1 => REACHED
// homing: reach ! @early --merge aggressive --prove-joins -- -DPART=4 => UNREACHABLE
// homing: reach ! @early --merge dynamic --prove-joins -- -DPART=4 -DK=1 => REACHED
// homing: reach ! @jumped --merge aggressive --prove-joins -- -DPART=5 => UNREACHABLE
// homing: reach ! @jumped --merge aggressive --prove-joins -- -DPART=5 -DK=1 => REACHED
// homing: reach ! @listed --merge aggressive --prove-joins -- -DPART=6 => UNREACHABLE
// homing: reach ! @listed --merge aggressive --prove-joins -- -DPART=6 -DK=1 => REACHED
// homing: reach ! @errno --merge aggressive --prove-joins -- -DPART=7 => UNREACHABLE
// homing: reach ! @errno --merge aggressive --prove-joins -- -DPART=7 -DK=1 => REACHED
// homing: reach ! @called --merge aggressive --prove-joins -- -DPART=8 => UNREACHABLE
// homing: reach ! @called --merge aggressive --prove-joins -- -DPART=8 -DK=1 => REACHED
// homing: reach ! @opened --merge aggressive --prove-joins -- -DPART=9 => UNREACHABLE
// homing: reach ! @opened --merge aggressive --prove-joins -- -DPART=9 -DK=1 => REACHED
// homing: reach ! @eleven --merge aggressive --prove-joins -- -DPART=10 => UNREACHABLE
// homing: reach ! @eleven --merge lattice --prove-joins -- -DPART=10 -DK=1 => REACHED
#include <errno.h>
#include <klee/klee.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef K
#define K 0
#endif

static jmp_buf point;
static int plus(int x) { return x + 1; }
static int minus(int x) { return x - 1; }
static int (*table[2])(int) = {plus, plus};

static int early(int x, int *out) {
  if (x > 50) {
    *out = 7;
    return 1;
  }
  *out = 9;
  for (int i = 0; i < 3; i++)
    if (x == i)
      return 2;
  return 0;
}

static int jumps(int x) {
  volatile int seen = 0;
  int r = setjmp(point);
  if (r)
    return r + seen;
  if (x & 1)
    seen = 10;
  if (x > 100)
    longjmp(point, 3);
  return 1;
}

static int listed(int which, ...) {
  va_list v;
  va_start(v, which);
  int sum = 0;
  if (which & 1)
    sum += va_arg(v, int);
  if (which & 2)
    sum += va_arg(v, int) * 10;
  sum += va_arg(v, int) * 100;
  va_end(v);
  return sum;
}

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
#if PART == 1
  char *p;
  if (x > 10) {
    p = malloc(4);
    p[3] = 5;
  } else {
    p = malloc(2);
    p[1] = 5;
  }
  if (p[x > 10 ? 3 : 1] != 5 + K)
    return 1; // <memory>
#elif PART == 2
  char *q = malloc(1);
  int n = 0;
  if (x == 77)
    free(q);
  if (x > 80)
    n = 1;
  if (x != 77 + K)
    *q = n;
#elif PART == 3
  int n = 5;
  if (x & 1)
    n = klee_range(0, 5, "n");
  else if (x & 2)
    n = klee_range(10, 15, "n");
  int m = klee_range(0, 3, "m");
  if (n > 5 && n < 10 + K && m == 2)
    return 1; // <inputs>
#elif PART == 4
  int out, r = early(x, &out);
  if (r == 1 && out == 9 - 2 * K)
    return 1; // <early>
#elif PART == 5
  int r = jumps(x);
  if (r == 13 && x <= 100 + K)
    return 1; // <jumped>
#elif PART == 6
  if (listed(x & 3, 1, 2, 3) == 321 && (x & 3) != 3 - K)
    return 1; // <listed>
#elif PART == 7
  errno = 0;
  if (x & 1)
    errno = ERANGE;
  if (x & 2)
    close(99);
  if (errno == EBADF && !(x & (2 >> K)))
    return 1; // <errno>
#elif PART == 8
  if (x > 9)
    table[1] = minus;
  if (table[1](x) == x + 1 && x > 9 - K)
    return 1; // <called>
#elif PART == 9
  int fd = -1;
  if (x & 1)
    fd = dup(1);
  if (x & 4)
    x |= 8;
  if (fd >= 0 && !(x & (1 << K)))
    return 1; // <opened>
#elif PART == 10
  int v;
  switch (x) {
  case 0: v = 1; break;
  case 1: v = 4; break;
  case 2: v = 7; break;
  case 3: v = 10; break;
  case 4: v = 13; break;
  case 5: v = 16; break;
  case 6: v = 19; break;
  case 7: v = 22; break;
  case 8: v = 25; break;
  case 9: v = 28; break;
  default: v = 100;
  }
  if (x < 10 + K && v != 3 * x + 1)
    return 1; // <eleven>
#endif
  return 0;
}
