#include "out.h"
volatile unsigned _BitInt(37) a = 0x1ffffffff; volatile _BitInt(13) b = -2000; volatile unsigned _BitInt(7) z = 100;
struct bits { unsigned x : 3; int y : 5; unsigned long long w : 40; unsigned char q : 1; } ;
union u { int i; float f; unsigned char c[4]; struct bits b; };
volatile struct bits g = {5, -3, 0x123456789a, 1};
int main(void) {
  OUT((unsigned _BitInt(37))(a * 33)); OUT((int)(_BitInt(13))(b * 3)); OUT((unsigned _BitInt(7))(z + 50)); OUT(a >> 5); OUT((int)b / 7);
  struct bits s = {g.x, g.y, g.w, g.q};
  OUT(s.x); OUT(s.y); OUT(s.w); OUT(s.q); s.x += 4; s.y = 15; s.y++; s.w <<= 5; s.q = ~s.q; OUT(s.x); OUT(s.y); OUT(s.w); OUT(s.q);
  union u u; u.f = 1.5f; OUT(u.i); u.c[3] = 0xc0; out_float(u.f);
  _Bool t = 5; OUT(t); t = 0.0; OUT(t);
  return s.x;
}
