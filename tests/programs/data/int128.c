// 128-bit integers.
// homing: reach @product @div => REACHED, REACHED
// homing: reach @never => UNREACHABLE
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  unsigned __int128 p = (unsigned __int128)a << 33;
  if ((unsigned long)(p >> 64) == 5 && (unsigned long)p == 0x200000000ul)
    return 1; // <product>
  __int128 n = -(__int128)(a & 0xffff) * 1000000007;
  if (n / 7 == -1000000007)
    return 2; // <div>
  if (n > 0)
    return 3; // <never>
  return 0;
}
