#include "out.h"
#ifdef __SIZEOF_INT128__
typedef __int128 i128; typedef unsigned __int128 u128;
static void out(u128 x) { OUT(x); OUT(x >> 64); }
volatile i128 a = ((i128)0x123456789abcdef0ll << 64) + 0xfedcba9876543210ull; volatile i128 b = -7; volatile u128 c = ~(u128)0 - 5;
static const u128 table[3] = {((u128)1 << 100) + 3, 5, ~(u128)0};
int pick(i128 x) { switch (x) { case ((i128)1 << 80): return 1; case -1: return 2; case 7: return 3; } return 4; }
struct s { char x; i128 y; };
int main(void) {
  out(a + b); out(a * b); out(a / b); out(a % b); out(c / 10); out(c % 1000000007); out(a >> 5); out(a << 70); out(c >> 3); out(a ^ c);
  OUT(a < b); OUT((u128)a < c); out((i128)(long long)a); OUT((int)a); out((u128)(unsigned)b);
  OUT(pick((i128)1 << 80)); OUT(pick(-1)); OUT(pick(7)); OUT(pick(0));
  for (int i = 0; i < 3; i++) out(table[i]);
  struct s s = {1, a}; struct s t = s; out(t.y); OUT(sizeof(struct s)); OUT(_Alignof(i128));
  i128 r; OUT(__builtin_add_overflow(a, c, &r)); out(r);
  out_double((double)a); out((i128)1e30);
  return 0;
}
#else
int main(void) { unsigned _BitInt(64) x = 5; x = x * x - 30; OUT(x >> 3); return 0; }
#endif
