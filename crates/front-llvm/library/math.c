/* Classification of floats by their bits, for headers that call functions for it, and exact functions that set `errno`. */

enum { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL };

struct homing_parts {
  int negative, exponent, top;
  unsigned long long fraction;
};

static int homing_class(struct homing_parts p) {
  if (p.exponent == p.top) return p.fraction ? FP_NAN : FP_INFINITE;
  if (p.exponent) return FP_NORMAL;
  return p.fraction ? FP_SUBNORMAL : FP_ZERO;
}

static struct homing_parts homing_double(double x) {
  union {
    double x;
    unsigned long long u;
  } v = {x};
  return (struct homing_parts){(int)(v.u >> 63), (int)(v.u >> 52 & 2047), 2047, v.u << 12};
}

static struct homing_parts homing_float(float x) {
  union {
    float x;
    unsigned u;
  } v = {x};
  return (struct homing_parts){(int)(v.u >> 31), (int)(v.u >> 23 & 255), 255, v.u & 0x7fffff};
}

static struct homing_parts homing_long(long double x) {
  union {
    long double x;
    struct {
      unsigned long long mantissa;
      unsigned short head;
    } u;
  } v = {x};
  struct homing_parts p = {v.u.head >> 15, v.u.head & 32767, 32767, v.u.mantissa << 1};
  /* Without its integer bit a number with an exponent is no number. */
  if (p.exponent && !(v.u.mantissa >> 63)) p = (struct homing_parts){p.negative, p.top, p.top, 1};
  return p;
}

#define CLASSIFY(T, SUFFIX, PARTS)                                                                          \
  int __fpclassify##SUFFIX(T x) { return homing_class(PARTS(x)); }                                          \
  int __signbit##SUFFIX(T x) { return PARTS(x).negative; }                                                  \
  int __isnan##SUFFIX(T x) { return homing_class(PARTS(x)) == FP_NAN; }                                     \
  int __isinf##SUFFIX(T x) {                                                                                \
    struct homing_parts p = PARTS(x);                                                                       \
    return homing_class(p) == FP_INFINITE ? (p.negative ? -1 : 1) : 0;                                      \
  }                                                                                                         \
  int __finite##SUFFIX(T x) {                                                                               \
    struct homing_parts p = PARTS(x);                                                                       \
    return p.exponent != p.top;                                                                             \
  }                                                                                                         \
  int isnan##SUFFIX(T x) { return __isnan##SUFFIX(x); }                                                     \
  int isinf##SUFFIX(T x) { return __isinf##SUFFIX(x); }                                                     \
  int finite##SUFFIX(T x) { return __finite##SUFFIX(x); }

CLASSIFY(double, , homing_double)
CLASSIFY(float, f, homing_float)
CLASSIFY(long double, l, homing_long)

/* Without a branch, so that nothing forks over a number whose error nobody looks at. */
static void homing_domain_error(int bad) {
  int *e = __errno_location();
  *e = (*e & (bad - 1)) | (33 & -bad);
}

#define ROOT(T, SUFFIX)                                                                                     \
  T sqrt##SUFFIX(T x) {                                                                                     \
    homing_domain_error(x < 0);                                                                             \
    return __builtin_elementwise_sqrt(x);                                                                   \
  }                                                                                                         \
  T __plain_sqrt##SUFFIX(T x) { return __builtin_elementwise_sqrt(x); }                                     \
  T fmod##SUFFIX(T x, T y) {                                                                                \
    T size = __builtin_elementwise_abs(x);                                                                  \
    homing_domain_error((x == x) & (y == y) & ((size == (T)__builtin_inf()) | (y == 0)));                   \
    return __builtin_elementwise_fmod(x, y);                                                                \
  }

ROOT(double, )
ROOT(float, f)
ROOT(long double, l)
