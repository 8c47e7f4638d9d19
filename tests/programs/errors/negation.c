// The smallest number negated, a product and a difference.
// homing: check --check overflow => ERROR signed-overflow @neg, ERROR signed-overflow @mul, ERROR signed-overflow @sub

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (__VERIFIER_nondet_int()) {
  case 1:
    x = -x; // <neg>
    break;
  case 2:
    x = x * 3; // <mul>
    break;
  case 3:
    x = 5 - x; // <sub>
    break;
  }
  return x == 1;
}
