// Conversions: sign extension, truncation, unsigned comparison.
// homing: reach @a @b @c => REACHED, REACHED, UNREACHABLE
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  signed char c = __VERIFIER_nondet_char();
  unsigned char u = __VERIFIER_nondet_uchar();
  short s = __VERIFIER_nondet_short();
  int r = 0;
  if (c < 0 && (unsigned char)c == 0x90 && u == (unsigned char)(c + 0x80))
    r = 1; // <a>
  if ((unsigned)s > 0xffff8000u && s < -32766)
    r = 2; // <b>
  if (u > 255 || (int)u < 0)
    r = 3; // <c>
  return r;
}
