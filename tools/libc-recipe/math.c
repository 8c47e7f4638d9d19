/* What the GNU library adds to functions of <math.h>: `errno` where an argument or the result is out of range. And a counted loss where the
   last bit of a result may be another than natively: the two libraries compute these functions in different ways, each right to about
   one unit in the last place. Where the result is exact by the standard (at 0, at infinity, where `errno` is set, small powers), there is none.

   The functions themselves are compiled under other names (math-names.h). */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>

void __homing_loss(const char *);

#define INEXACT(name) __homing_loss("the last bit of `" name "`")

/* A function of one argument. `exact`: at such an `x` there is no doubt about the result `r`. */
#define ONE(T, name, domain, range, exact) \
	T __plain_##name(T); \
	T name(T x) \
	{ \
		T r = __plain_##name(x); \
		if (isnan(x)) return r; \
		if (domain) errno = EDOM; \
		else if (range) errno = ERANGE; \
		else if (!isinf(x) && !(exact)) INEXACT(#name); \
		return r; \
	}

#define EACH(name, domain, range, exact) \
	ONE(double, name, domain, range, exact) \
	ONE(float, name##f, domain, range, exact) \
	ONE(long double, name##l, domain, range, exact)

EACH(sin, isinf(x), 0, x == 0)
EACH(cos, isinf(x), 0, x == 0)
EACH(tan, isinf(x), 0, x == 0)
EACH(asin, x > 1 || x < -1, 0, x == 0)
EACH(acos, x > 1 || x < -1, 0, x == 1)
EACH(atan, 0, 0, x == 0)
EACH(sinh, 0, isinf(r) && !isinf(x), x == 0)
EACH(cosh, 0, isinf(r) && !isinf(x), x == 0)
EACH(tanh, 0, 0, x == 0)
EACH(asinh, 0, 0, x == 0)
EACH(acosh, x < 1, 0, x == 1)
EACH(atanh, x > 1 || x < -1, x == 1 || x == -1, x == 0)
EACH(exp, 0, !isinf(x) && (isinf(r) || r == 0), x == 0)
EACH(exp2, 0, !isinf(x) && (isinf(r) || r == 0), x == trunc(x))
EACH(exp10, 0, !isinf(x) && (isinf(r) || r == 0), x == 0)
EACH(expm1, 0, !isinf(x) && isinf(r), x == 0)
EACH(log, x < 0, x == 0, x == 1)
EACH(log2, x < 0, x == 0, r == trunc(r) && __plain_exp2(r) == x)
EACH(log10, x < 0, x == 0, x == 1)
EACH(log1p, x < -1, x == -1, x == 0)
EACH(cbrt, 0, 0, x == 0)
EACH(erf, 0, 0, x == 0)
EACH(erfc, 0, r == 0 && !isinf(x), x == 0)
EACH(tgamma, x < 0 && (isinf(x) || x == trunc(x)), !isinf(x) && (isinf(r) || r == 0), 0)
EACH(lgamma, 0, isinf(r) && !isinf(x), x == 1 || x == 2)

/* A product of whole numbers that no rounding touches: both libraries have it. */
static int exact_power(long double x, long double y)
{
	long double p = 1;
	if (x == 1 || y == 0 || y == 1) return 1;
	if (x != truncl(x) || y != truncl(y) || y < 0 || y > 64) return 0;
	for (int i = 0; i < (int)y; i++) {
		p *= x;
		if (p > 0x1p53 || p < -0x1p53) return x == 2;
	}
	return 1;
}

#define POWER(T, name) \
	T __plain_##name(T, T); \
	T name(T x, T y) \
	{ \
		T r = __plain_##name(x, y); \
		if (isnan(x) || isnan(y)) return r; \
		if (isnan(r)) errno = EDOM; \
		else if (!isinf(x) && !isinf(y) && (isinf(r) || (r == 0 && x != 0))) errno = ERANGE; \
		else if (!isinf(x) && !isinf(y) && x != 0 && !exact_power(x, y)) INEXACT(#name); \
		return r; \
	}
POWER(double, pow)
POWER(float, powf)
POWER(long double, powl)

#define TWO(T, name, range, exact) \
	T __plain_##name(T, T); \
	T name(T x, T y) \
	{ \
		T r = __plain_##name(x, y); \
		if (isnan(x) || isnan(y) || isinf(x) || isinf(y)) return r; \
		if (range) errno = ERANGE; \
		else if (!(exact)) INEXACT(#name); \
		return r; \
	}
TWO(double, hypot, isinf(r), x == 0 || y == 0)
TWO(float, hypotf, isinf(r), x == 0 || y == 0)
TWO(long double, hypotl, isinf(r), x == 0 || y == 0)
TWO(double, atan2, r == 0 && x != 0, y > 0 && x == 0)
TWO(float, atan2f, r == 0 && x != 0, y > 0 && x == 0)
TWO(long double, atan2l, r == 0 && x != 0, y > 0 && x == 0)

#define PAIR(T, name, sine, cosine) \
	void name(T x, T *s, T *c) \
	{ \
		*s = sine(x); \
		*c = cosine(x); \
	}
PAIR(double, sincos, sin, cos)
PAIR(float, sincosf, sinf, cosf)
PAIR(long double, sincosl, sinl, cosl)

/* Bessel functions and the gamma function with its sign: always a loss. */
#define BESSEL(name) \
	double __plain_##name(double); \
	double name(double x) \
	{ \
		INEXACT(#name); \
		return __plain_##name(x); \
	} \
	float __plain_##name##f(float); \
	float name##f(float x) \
	{ \
		INEXACT(#name "f"); \
		return __plain_##name##f(x); \
	}
BESSEL(j0)
BESSEL(j1)
BESSEL(y0)
BESSEL(y1)

#define BESSEL_N(T, name) \
	T __plain_##name(int, T); \
	T name(int n, T x) \
	{ \
		INEXACT(#name); \
		return __plain_##name(n, x); \
	}
BESSEL_N(double, jn)
BESSEL_N(double, yn)
BESSEL_N(float, jnf)
BESSEL_N(float, ynf)

#define GAMMA(T, name) \
	T __plain_##name(T, int *); \
	T name(T x, int *sign) \
	{ \
		INEXACT(#name); \
		return __plain_##name(x, sign); \
	}
GAMMA(double, lgamma_r)
GAMMA(float, lgammaf_r)
GAMMA(long double, lgammal_r)

/* Exact functions that set `errno`. */
#define SCALE(T, name, N) \
	T __plain_##name(T, N); \
	T name(T x, N n) \
	{ \
		T r = __plain_##name(x, n); \
		if (!isnan(x) && !isinf(x) && x != 0 && (isinf(r) || r == 0)) errno = ERANGE; \
		return r; \
	}
SCALE(double, ldexp, int)
SCALE(float, ldexpf, int)
SCALE(long double, ldexpl, int)
SCALE(double, scalbn, int)
SCALE(float, scalbnf, int)
SCALE(long double, scalbnl, int)
SCALE(double, scalbln, long)
SCALE(float, scalblnf, long)
SCALE(long double, scalblnl, long)

#define REMAINDER(T, name) \
	T __plain_##name(T, T); \
	T name(T x, T y) \
	{ \
		if (!isnan(x) && !isnan(y) && (isinf(x) || y == 0)) errno = EDOM; \
		return __plain_##name(x, y); \
	}
REMAINDER(double, remainder)
REMAINDER(float, remainderf)
REMAINDER(long double, remainderl)
double drem(double x, double y) { return remainder(x, y); }
float dremf(float x, float y) { return remainderf(x, y); }

#define DIFFERENCE(T, name) \
	T __plain_##name(T, T); \
	T name(T x, T y) \
	{ \
		T r = __plain_##name(x, y); \
		if (isinf(r) && !isinf(x) && !isinf(y)) errno = ERANGE; \
		return r; \
	}
DIFFERENCE(double, fdim)
DIFFERENCE(float, fdimf)
DIFFERENCE(long double, fdiml)

#define NEXT(T, name, U) \
	T __plain_##name(T, U); \
	T name(T x, U y) \
	{ \
		T r = __plain_##name(x, y); \
		if (isnan(x) || isnan(y) || x == y || x == 0) return r; \
		if (!isinf(x) && (isinf(r) || !isnormal(r))) errno = ERANGE; \
		return r; \
	}
NEXT(double, nextafter, double)
NEXT(float, nextafterf, float)
NEXT(long double, nextafterl, long double)
NEXT(double, nexttoward, long double)
NEXT(float, nexttowardf, long double)
NEXT(long double, nexttowardl, long double)

#define EXPONENT(T, name) \
	int __plain_##name(T); \
	int name(T x) \
	{ \
		if (x == 0 || isinf(x) || isnan(x)) errno = EDOM; \
		return __plain_##name(x); \
	}
EXPONENT(double, ilogb)
EXPONENT(float, ilogbf)
EXPONENT(long double, ilogbl)

double pow10(double x) { return exp10(x); }
float pow10f(float x) { return exp10f(x); }
long double pow10l(long double x) { return exp10l(x); }
