// Variable arguments: integers, doubles, pointers, structures, va_copy.
// homing: reach @sum => REACHED
// homing: reach @wrong => UNREACHABLE
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static long total(const char *kinds, ...) {
  va_list ap, again;
  va_start(ap, kinds);
  va_copy(again, ap);
  long sum = 0;
  for (const char *k = kinds; *k; k++)
    switch (*k) {
    case 'i':
      sum += va_arg(ap, int);
      break;
    case 'l':
      sum += va_arg(ap, long);
      break;
    case 'd':
      sum += (long)va_arg(ap, double);
      break;
    case 'p':
      sum += *va_arg(ap, int *);
      break;
    case 's': {
      struct pair p = va_arg(ap, struct pair);
      sum += p.a * p.b;
    }
    }
  va_end(ap);
  sum += va_arg(again, int);
  va_end(again);
  return sum;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), cell = 100;
  struct pair p = {3, 4};
  if (x > 1000000 || x < -1000000)
    return 0;
  long t = total("ildpsiiiiii", x, 1000L, 2.5, &cell, p, 1, 2, 3, 4, 5, 6);
  if (t == 2001)
    cell = 1; // <sum>
  if (t != 2L * x + 1000 + 2 + 100 + 12 + 21)
    return 2; // <wrong>
  return 0;
}
