#include "out.h"
#include <stdarg.h>
struct s { int a; double b; }; struct f2 { float x, y; }; struct big { long long v[4]; }; struct c3 { char c[3]; };
static void show(const char *what, ...) {
  va_list ap, again; va_start(ap, what); va_copy(again, ap);
  for (const char *p = what; *p; p++) switch (*p) {
    case 'i': OUT(va_arg(ap, int)); break;
    case 'l': OUT(va_arg(ap, long long)); break;
    case 'd': out_double(va_arg(ap, double)); break;
    case 'L': out_long_double(va_arg(ap, long double)); break;
    case 's': { struct s s = va_arg(ap, struct s); OUT(s.a); out_double(s.b); break; }
    case 'f': { struct f2 s = va_arg(ap, struct f2); out_float(s.x); out_float(s.y); break; }
    case 'b': { struct big s = va_arg(ap, struct big); OUT(s.v[3]); break; }
    case 'c': { struct c3 s = va_arg(ap, struct c3); OUT(s.c[2]); break; }
    case 'p': OUT(*va_arg(ap, char *)); break;
#ifdef __SIZEOF_INT128__
    case 'q': OUT((unsigned long long)(va_arg(ap, __int128) >> 64)); break;
#endif
  }
  va_end(ap);
  if (*what == 'i') OUT(va_arg(again, int) + 1);
  va_end(again);
}
static int sum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static int total(int n, ...) { va_list ap; va_start(ap, n); int s = sum(n, ap); va_end(ap); return s; }
int main(void) {
  show("ildp", 1, 2ll, 3.5, "x"); show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10); show("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
  show("iLiLd", 1, 2.5L, 3, 4.5L, 5.5); struct s s = {3, 4.5}; struct f2 f = {1.5f, 2.5f}; struct big b = {{1, 2, 3, 4}}; struct c3 c = {"ab"};
  show("sfbc", s, f, b, c); show("isifi", 1, s, 2, f, 3); show("bisb", b, 1, s, b);
#ifdef __SIZEOF_INT128__
  show("iqiq", 1, (__int128)5 << 64, 2, (__int128)-1);
#endif
  OUT(total(3, 10, 20, 30)); return 0;
}
