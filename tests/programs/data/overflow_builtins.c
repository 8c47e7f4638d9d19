// Overflow and bit-count builtins.
// homing: reach @add @mul @count => REACHED, REACHED, REACHED
// homing: reach @never => UNREACHABLE
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), u;
  int y = __VERIFIER_nondet_int(), s;
  if (__builtin_uadd_overflow(x, 10, &u) && u == 3)
    y = 1; // <add>
  if (__builtin_smul_overflow(y, 65536, &s) && s == 0 && y > 0)
    y = 2; // <mul>
  if (x && __builtin_popcount(x) == 3 && __builtin_ctz(x) == 4 && __builtin_clz(x) == 6)
    y = 3; // <count>
  if (x && __builtin_clz(x) + __builtin_ctz(x) > 31)
    return 2; // <never>
  return __builtin_bswap32(x) == 0x01020304;
}
