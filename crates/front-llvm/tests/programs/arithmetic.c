#include "out.h"
#include <stdint.h>
volatile int vi = -17; volatile unsigned vu = 3000000000u; volatile long long vl = -1234567890123ll; volatile uint8_t vb = 200;
volatile short vs = -300;
int main(void) {
  int i = vi; unsigned u = vu; long long l = vl; uint8_t b = vb; short s = vs;
  OUT(i / 5); OUT(i % 5); OUT(u / 7); OUT(u % 7); OUT(l / 1000); OUT(l % 1000); OUT((unsigned long long)l / 10);
  OUT(i >> 2); OUT(u >> 3); OUT(i << 1 & 0xff); OUT(b + 100); OUT((uint8_t)(b + 100)); OUT(s * s); OUT(~i); OUT(-l);
  OUT(i < (int)u); OUT((unsigned)i < u); OUT(b ^ s); OUT((long long)i * u); OUT((char)b); OUT((unsigned char)s);
  OUT(__builtin_popcount(u)); OUT(__builtin_clz(u | 1)); OUT(__builtin_ctz(u | 16)); OUT(__builtin_bswap32(u)); OUT(__builtin_bswap64(l));
  OUT(__builtin_popcountll(l)); OUT(__builtin_clzll(l)); OUT(__builtin_ctzll(l)); OUT(__builtin_parity(u)); OUT(__builtin_ffs(u));
  OUT((u << 5) | (u >> 27)); OUT(__builtin_rotateleft32(u, 7)); OUT(__builtin_rotateright64(l, 13)); OUT(__builtin_bitreverse16(s));
  int r; unsigned ur; long long lr;
  OUT(__builtin_add_overflow(i, 2147483647, &r)); OUT(r); OUT(__builtin_add_overflow(i, -2147483647, &r)); OUT(r);
  OUT(__builtin_mul_overflow(u, 2u, &ur)); OUT(ur); OUT(__builtin_sub_overflow(u, u + 1, &ur)); OUT(ur);
  OUT(__builtin_mul_overflow(l, 1ll << 40, &lr)); OUT(lr); OUT(__builtin_mul_overflow(i, u, &lr)); OUT(lr);
  OUT(i > 0 ? i : -i); OUT(i < s ? i : s); OUT(u > 5 ? u : 5);
  switch (i) { case -17: OUT(1); break; case 17: OUT(2); break; default: OUT(3); }
  switch (l) { case -1234567890123ll: OUT(4); case 0: OUT(5); break; case 1 ... 9: OUT(6); }
  for (int k = 0; k < 5; k++) { if (k == 3) continue; OUT(k); }
  return i == -17 ? 42 : 1;
}
