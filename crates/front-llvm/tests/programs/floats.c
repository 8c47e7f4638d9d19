#include "out.h"
#include <math.h>
volatile double d = 2.75, e = -0.3, big = 1e300, nan_, inf; volatile float f = 1.1f, g = -3.3f; volatile long double l = 3.25L, tiny = 1e-4940L;
int main(void) {
  inf = 1.0 / 0.0; nan_ = inf - inf;
  out_double(d + e); out_double(d * e); out_double(d / e); out_double(fmod(d, e)); out_double(-d); out_float(f * g); out_float(f / g);
  out_double(big * big); out_double(nan_ + 1); OUT(d < e); OUT(nan_ == nan_); OUT(nan_ != nan_); OUT(nan_ < 1); OUT(!(nan_ >= 1));
  out_double(fabs(e)); out_double(sqrt(d)); out_double(floor(e)); out_double(ceil(e)); out_double(trunc(e)); out_double(round(d)); out_double(rint(2.5));
  out_double(nearbyint(3.5)); out_double(copysign(d, e)); out_double(fmin(d, e)); out_double(fmax(d, nan_)); out_double(fma(d, e, 1.0));
  out_float(fabsf(g)); out_float(sqrtf(f)); out_float(floorf(g)); out_long_double(l * l); out_long_double(l / 3); out_long_double(sqrtl(l));
  out_long_double(tiny); out_long_double(tiny / 1e5L); out_long_double(floorl(-l)); out_long_double((long double)0.1);
  OUT((int)d); OUT((int)e); OUT((unsigned)d); OUT((long long)(d * 1e15)); OUT((unsigned long long)1e19); OUT((int)g); OUT((long long)l);
  out_double((double)f); out_float((float)d); out_double(123456789012345678ll); out_float(16777217); out_double(18446744073709551615ull); out_double(l);
  out_double(3u); out_float(-7ll); OUT(lround(2.5)); OUT(lround(-2.5)); OUT(lrint(2.5)); OUT(llround(d));
  OUT(isnan(d)); OUT(isnan(nan_)); OUT(isinf(inf)); OUT(isinf(-inf) != 0); OUT(isfinite(d)); OUT(isfinite(inf)); OUT(isnormal(d)); OUT(isnormal(0.0));
  OUT(signbit(e) != 0); OUT(signbit(d) != 0); OUT(fpclassify(d)); OUT(fpclassify(nan_)); OUT(fpclassify(0.0)); OUT(fpclassify(1e-310)); OUT(fpclassify(inf));
  OUT(isnan(l)); OUT(isnormal(tiny)); OUT(isinf(l)); OUT(fpclassify(l)); OUT(isnan((float)nan_)); OUT(signbit(-0.0f) != 0);
  double x = 0.1; for (int i = 0; i < 20; i++) x = x * 1.7 - 0.05; out_double(x);
  return 0;
}
