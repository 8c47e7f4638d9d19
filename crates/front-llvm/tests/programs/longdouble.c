#include "out.h"
volatile long double a = 1.0L / 3, z = 0;
struct s { char c; long double d; int i; } g = {1, 2.5L, 3};
long double id(long double x, struct s s) { return x + s.d + s.i; }
int main(void) {
  out_long_double(a); out_long_double(id(a, g)); out_long_double(1e4000L); out_long_double(0x1.fffffffffffffffep-1L); out_long_double(-0.0L);
  OUT(a > 0.333L); OUT(sizeof(struct s)); out_double((double)a); out_float((float)a); OUT((unsigned long long)(a * 1e19L)); out_long_double((long double)(~0ull));
  out_long_double(1 / z);
  return 0;
}
