// Bit-fields, signed and unsigned, across bytes.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
extern int __VERIFIER_nondet_int(void);
struct flags {
  unsigned a : 3;
  signed b : 5;
  unsigned c : 13;
  unsigned long long d : 40;
};
int main(void) {
  struct flags f = {0};
  f.a = __VERIFIER_nondet_int();
  f.b = __VERIFIER_nondet_int();
  f.c = __VERIFIER_nondet_int();
  f.d = f.c;
  f.d <<= 27;
  if (f.a == 5 && f.b == -16 && f.c == 8000 && f.d == (8000ull << 27))
    return 1; // <hit>
  if (f.a > 7 || f.b > 15 || f.b < -16)
    return 2; // <never>
  return 0;
}
