// Signed overflow, found only when asked for.
// homing: check => NO ERROR
// homing: check --check overflow => ERROR signed-overflow @add
// homing: reach error:signed-overflow => REACHED

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = x;
  u += 0x7fffffff;
  if (x > 0x7ffffff0)
    x = x + 20; // <add>
  return (x ^ u) != 0;
}
