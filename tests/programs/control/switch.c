// A switch with ranges, fall-through, a default, and a case that the condition before excludes.
// homing: reach @seven @range @fall @default @dead => REACHED, REACHED, REACHED, REACHED, UNREACHABLE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x == 13)
    return 0;
  switch (x) {
  case 7:
    y = 1; // <seven>
    break;
  case 20 ... 29:
    y = 2; // <range>
    break;
  case -5:
    y = 3;
  case -6:
    y += 4;
    if (y == 7)
      y = 9; // <fall>
    break;
  case 13:
    y = 5; // <dead>
    break;
  default:
    y = 6; // <default>
  }
  return y;
}
