// A UTF-8 decoder: overlong forms and surrogates are refused.
// homing: reach @euro @four => REACHED, REACHED
// homing: reach @overlong @surrogate => UNREACHABLE, UNREACHABLE
#include <klee/klee.h>
static int decode(const unsigned char *s, unsigned *out) {
  if (s[0] < 0x80) {
    *out = s[0];
    return 1;
  }
  int n = s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : 0;
  if (!n)
    return 0;
  unsigned v = s[0] & (0xff >> (n + 1));
  for (int i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return 0;
    v = v << 6 | (s[i] & 0x3f);
  }
  if (n == 3 && (v < 0x800 || (v >= 0xd800 && v < 0xe000)))
    return 0;
  if (n == 4 && (v < 0x10000 || v > 0x10ffff))
    return 0;
  *out = v;
  return n;
}
int main(void) {
  unsigned char s[4];
  unsigned v = 0;
  klee_make_symbolic(s, sizeof s, "s");
  int n = decode(s, &v);
  if (n == 3 && v == 0x20ac)
    return 1; // <euro>
  if (n == 4 && v == 0x1f3af)
    return 2; // <four>
  if (n > 1 && v < 0x80)
    return 3; // <overlong>
  if (n && v >= 0xd800 && v <= 0xdfff)
    return 4; // <surrogate>
  return 0;
}
