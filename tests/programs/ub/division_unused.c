// A division whose result nobody uses still ends the run.
// homing: reach @behind => UNREACHABLE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) {
    int unused = 5 / x;
    (void)unused;
    return 1; // <behind>
  }
  return 0;
}
