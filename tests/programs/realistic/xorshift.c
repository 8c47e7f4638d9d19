// A random number generator run backwards by the solver.
// homing: reach @seed => REACHED
// homing: reach @zero => UNREACHABLE
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned next(unsigned x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}
int main(void) {
  unsigned s = __VERIFIER_nondet_uint();
  unsigned v = next(next(s));
  if (v == 0xdecafbad)
    return 1; // <seed>
  if (s != 0 && v == 0)
    return 2; // <zero>
  return 0;
}
