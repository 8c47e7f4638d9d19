// Division and remainder by zero.
// homing: check => ERROR division-by-zero @div, ERROR division-by-zero @rem

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int q = 100 / (x - 5); // <div>
  if (y > -2 && y < 2)
    q += q % y; // <rem>
  return q != 0;
}
