#include "out.h"
typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16))); typedef unsigned char b16 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16))); typedef double d2 __attribute__((vector_size(16))); typedef _Bool m8 __attribute__((ext_vector_type(8)));
volatile int n = 3; v4 ga = {1, -2, 3, -4}; static f4 gf = {1.5f, 2, -3, 4}; m8 gm = {1, 0, 1, 1, 0, 0, 1, 0};
static v4 add(v4 a, v4 b) { return a + b * 2; }
static int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i]; return s; }
static void copy(unsigned char *a, const unsigned char *b, int n) { for (int i = 0; i < n; i++) a[i] = (unsigned char)(b[i] ^ 0x5a); }
static int maximum(const int *a, int n) { int m = a[0]; for (int i = 1; i < n; i++) m = a[i] > m ? a[i] : m; return m; }
int main(void) {
  v4 a = ga, b = {10, 20, 30, 40}; v4 c = add(a, b); for (int i = 0; i < 4; i++) OUT(c[i]);
  c = a < b; for (int i = 0; i < 4; i++) OUT(c[i]); c = a >> 1; OUT(c[1]); c[n] = 99; OUT(c[3]); OUT(c[n - 1]);
  f4 f = gf * gf - 1; for (int i = 0; i < 4; i++) out_float(f[i]);
  b16 x = (b16)a; for (int i = 0; i < 16; i++) OUT(x[i]); s8 s = __builtin_shufflevector((s8)a, (s8)b, 0, 9, 2, 11, 15, 1, 1, 3); for (int i = 0; i < 8; i++) OUT(s[i]);
  d2 d = __builtin_convertvector(__builtin_shufflevector(a, a, 0, 1), d2); out_double(d[1]); v4 pos = a > 0, sel = (a & pos) | (b & ~pos); OUT(sel[1]);
  m8 m = gm; OUT(m[0]); OUT(m[1]); OUT(m[n]); m8 k = m & gm; gm = k; OUT(*(unsigned char *)&gm); OUT(sizeof(m8));
  OUT(__builtin_reduce_add(a)); OUT(__builtin_reduce_max(a)); v4 e = __builtin_elementwise_abs(a); OUT(e[3]); e = __builtin_elementwise_max(a, b); OUT(e[0]);
  s8 sat = __builtin_elementwise_add_sat(s, (s8){32767, 32767, 32767}); OUT(sat[0]);
  int arr[37]; for (int i = 0; i < 37; i++) arr[i] = i * 7 % 11 - 3; OUT(sum(arr, 37)); OUT(maximum(arr, 37));
  unsigned char from[40], to[40]; for (int i = 0; i < 40; i++) from[i] = (unsigned char)(i * 3); copy(to, from, 40); OUT(to[39]); OUT(to[17]);
  return 0;
}
