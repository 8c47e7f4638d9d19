// A store to null ends the run: what stands behind it is not reached, what stands before it is.
// homing: reach @before => REACHED
// homing: reach @behind => UNREACHABLE
// homing: check => ERROR null @store
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) {
    x = 4; // <before>
    *(volatile int *)0 = 1; // <store>
    return 2; // <behind>
  }
  return 0;
}
