// Bit tricks: exactly one bit set, and a value that no shift gives.
// homing: reach @power => REACHED
// homing: reach @never => UNREACHABLE
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 1000 && (x & (x - 1)) == 0 && (x >> 20) == 0 && (x ^ 0x10000u) == 0)
    return 1; // <power>
  if ((x | 1) == 2)
    return 2; // <never>
  return 0;
}
