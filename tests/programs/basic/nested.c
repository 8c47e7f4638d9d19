// Conditions that only together exclude a line.
// homing: reach @deep => REACHED
// homing: reach @dead => UNREACHABLE
// homing: reach @deep @dead => REACHED, UNREACHABLE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 10 && a < 20) {
    if (b == a + 5) {
      if (b > 23)
        return 1; // <deep>
      if (b > 24)
        return 2; // <dead>
    }
  }
  return 0;
}
