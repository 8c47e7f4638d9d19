// Locals that are used while their block is not left: also after jumps, in later rounds, from callees and through cleanups.
// homing: check => NO ERROR
// homing: reach @end @never => REACHED, UNREACHABLE
#include <klee/klee.h>
#include <setjmp.h>
#include <stdlib.h>

static int total;
static void add(int *p) { total += *p; }
static void put(int *p, int v) { *p = v; }

static int rounds(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int here;
    put(&here, i);
    if (i == 2)
      continue;
    if (i == 4)
      break;
    add(&here);
    sum += here;
  }
  return sum;
}

static int jumps(int n) {
  int r = 0;
again: {
  int here = n;
  int *p = &here;
  *p += 1;
  n = *p;
  if (n < 5)
    goto again;
  {
    int inner = *p;
    int *q = &inner;
    if (n == 7)
      goto out;
    r = *q + *p;
  }
  r += *p;
}
out:
  return r;
}

static int into(int n) {
  int *p, r = 0;
  if (n > 2)
    goto middle;
  {
    int here = 1;
    p = &here;
    r = *p;
  middle:
    p = &here;
    *p = n;
    r += *p;
  }
  return r;
}

static void release(int **p) { free(*p); }
static int cleaned(int n) {
  int r = 0;
  for (int i = 0; i < n; i++) {
    __attribute__((cleanup(release))) int *block = malloc(4);
    if (!block)
      return 0;
    *block = i;
    r += *block;
  }
  return r;
}

static jmp_buf buffer;
static int jumped(int n) {
  int rounds = 0;
  {
    volatile int here = n;
    volatile int *p = &here;
    if (setjmp(buffer) == 0) {
      rounds = 1;
    } else {
      return *p;
    }
  }
  if (rounds)
    longjmp(buffer, 1);
  return 0;
}

static int recursive(int n, int *above) {
  if (n == 0)
    return *above;
  {
    int here = n + *above;
    return recursive(n - 1, &here);
  }
}

int main(void) {
  int n = klee_range(0, 6, "n");
  int r = rounds(n) + jumps(n) + into(n) + cleaned(n) + jumped(n) + recursive(n, &n);
  while (n > 0) {
    struct { int a, b; } pair = {n, r};
    int *p = n & 1 ? &pair.a : &pair.b;
    if (*p == 12345678)
      return 2; // <never>
    n--;
  }
  if (r > 20)
    return 1; // <end>
  return 0;
}
