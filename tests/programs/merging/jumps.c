// Jumps out of a region, callees that depend on the input, arguments in a list, records that are copied.
// homing: reach @jumped @called @third @copied @never --merge aggressive => REACHED, REACHED, REACHED, REACHED, UNREACHABLE
// homing: reach @jumped @called @third @copied @never --merge aggressive --prove-joins => REACHED, REACHED, REACHED, REACHED, UNREACHABLE
// homing: reach @jumped @called @third @copied @never => REACHED, REACHED, REACHED, REACHED, UNREACHABLE
#include <klee/klee.h>
#include <setjmp.h>
#include <stdarg.h>

static jmp_buf back;
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }

static int pick(int n, ...) {
  va_list list;
  va_start(list, n);
  int v = 0;
  for (int i = 0; i < 3; i++) {
    int w = va_arg(list, int);
    if (i == n)
      v = w;
  }
  va_end(list);
  return v;
}

struct pair {
  int a, b;
};

int main(void) {
  unsigned char x[4];
  klee_make_symbolic(x, sizeof x, "x");
  int (*f)(int) = twice;
  struct pair one = {1, 2}, two = {3, 4}, both;
  if (setjmp(back))
    return 1; // <jumped>
  if (x[0] > 9)
    f = thrice;
  if (x[1] == 3)
    longjmp(back, 1);
  if (x[1] > 100)
    both = one;
  else
    both = two;
  int r = f(x[2]);
  if (r == 9)
    r += 0; // <called>
  if (x[0] <= 9 && r == 9)
    return 4; // <never>
  if (pick(x[3], 5, 6, 7) == 7)
    r += 0; // <third>
  if (both.a + both.b == 7)
    return 2; // <copied>
  return 0;
}
