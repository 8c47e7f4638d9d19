#include "calls.h"
#include <math.h>

static double any_double(void)
{
	static const double corners[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2, -2, 2.5, 3, 10, 100, 1024, 1e10, -1e10, 1e300, -1e300, 1e-300, 5e-324, 2.2250738585072014e-308,
		1.7976931348623157e308, 709, 710, -745, -746, 1e16, 4503599627370497.5, 0.49999999999999994, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 3.5, -3.5, 127, 1e20};
	switch (below(3)) {
	case 0: return corners[below(sizeof corners / sizeof *corners)];
	case 1: return ((double)(int)below(2000) - 1000) / 8;
	default: { union { uint64_t u; double d; } v = {chance()}; return v.d; }
	}
}

static uint64_t bits(double d) { union { double d; uint64_t u; } v = {d}; return d != d ? 0x7ff8 : v.u; }
static unsigned fbits(float d) { union { float d; unsigned u; } v = {d}; return d != d ? 0x7fc : v.u; }

#define D(g) errno = 0; printf(" " #g "=%llx/%x", (unsigned long long)bits(g(x)), fbits(g##f((float)x))); printf(",%d", errno); errno = 0; printf("%s", isnan(g##l(x)) ? "n" : ""); printf(",%d", errno)
#define DD(g) errno = 0; printf(" " #g "=%llx", (unsigned long long)bits(g(x, y))); printf(",%d", errno); errno = 0; printf("/%x", fbits(g##f((float)x, (float)y))); printf(",%d", errno)
/* Functions whose last bit is not the same: only `errno` and what kind of number it is. */
#define K(g) errno = 0; printf(" " #g "=%d", fpclassify(g(x))); printf(",%d", errno); errno = 0; printf("/%d", fpclassify(g##f((float)x))); printf(",%d", errno)
#define KK(g) errno = 0; printf(" " #g "=%d", fpclassify(g(x, y))); printf(",%d", errno); errno = 0; printf("/%d", fpclassify(g##f((float)x, (float)y))); printf(",%d", errno)

int main(void)
{
	for (int i = 0; i < COUNT; i++) {
		double x = any_double(), y = any_double(), z = any_double(), whole;
		int e = 0, q = 0;
		printf("%d %llx %llx", i, (unsigned long long)bits(x), (unsigned long long)bits(y));
		D(fabs); D(floor); D(ceil); D(trunc); D(rint); D(nearbyint); D(round); D(sqrt);
		DD(fmod); DD(remainder); DD(fdim); if (x != 0 || y != 0) { DD(fmax); DD(fmin); } DD(copysign); DD(nextafter);
		errno = 0; printf(" fma=%llx", (unsigned long long)bits(fma(x, y, z)));
		errno = 0; printf(" frexp=%llx", (unsigned long long)bits(frexp(x, &e))); printf(" %d", isfinite(x) ? e : 0);
		errno = 0; printf(" ldexp=%llx", (unsigned long long)bits(ldexp(x, (int)below(3000) - 1500))); printf(",%d", errno);
		errno = 0; printf(" scalbn=%llx", (unsigned long long)bits(scalbn(x, (int)below(200) - 100))); printf(",%d", errno);
		errno = 0; printf(" ilogb=%d", ilogb(x)); printf(",%d", errno);
		errno = 0; printf(" logb=%llx", (unsigned long long)bits(logb(x))); printf(",%d", errno);
		errno = 0; printf(" remquo=%llx", (unsigned long long)bits(remquo(x, y, &q))); printf(" %d", isfinite(x) && y != 0 && !isnan(y) ? q & 7 : 0);
		printf(" %d%d%d%d%d%d", fpclassify(x), !!isnan(x), isinf(x), !!isfinite(x), !!isnormal(x), !!signbit(x));
		if (fabs(x) < 1e9) printf(" %ld %lld %ld %lld", lround(x), llround(x), lrint(x), llrint(x));
		printf(" %d%d%d%d%d%d", isgreater(x, y), isgreaterequal(x, y), isless(x, y), islessequal(x, y), islessgreater(x, y), isunordered(x, y));
		printf("\n");
		K(sin); K(cos); K(tan); K(asin); K(acos); K(atan); K(sinh); K(cosh); K(tanh); K(asinh); K(acosh); K(atanh); K(exp); K(exp2); K(exp10); K(expm1);
		K(log); K(log2); K(log10); K(log1p); K(cbrt); K(erf); K(erfc); K(tgamma); K(lgamma);
		KK(pow); KK(hypot); KK(atan2);
		printf("\n");
	}
	for (int i = 0; i < 20; i++) printf("%llx %llx %llx\n", (unsigned long long)bits(pow(2, i * 3)), (unsigned long long)bits(pow(10, i % 15)), (unsigned long long)bits(exp2(i - 10)));
	return 0;
}
