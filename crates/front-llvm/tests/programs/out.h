/* What each program of this folder reports; the native run prints the same numbers. */
void homing_output(unsigned long long value);
#define OUT(x) homing_output((unsigned long long)(x))
static inline void out_double(double d) { union { double d; unsigned long long u; } v = {d}; OUT(d != d ? 1 : v.u); }
static inline void out_float(float d) { union { float d; unsigned u; } v = {d}; OUT(d != d ? 1 : v.u); }
static inline void out_long_double(long double d) {
  union { long double d; struct { unsigned long long m; unsigned short h; } s; } v; v.s.m = 0; v.s.h = 0; v.d = d;
  if (d != d) { OUT(1); return; }
  OUT(v.s.m); OUT(v.s.h);
}
