// Widths that no machine has.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned _BitInt(13) a = __VERIFIER_nondet_uint();
  _BitInt(200) w = a;
  w = (w << 150) + 9;
  if ((unsigned)(w >> 150) == 4097 && (unsigned)w == 9)
    return 1; // <hit>
  if (a > 8191)
    return 2; // <never>
  return 0;
}
