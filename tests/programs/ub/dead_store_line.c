// A store that promotion removes is still a line.
// homing: reach @dead => REACHED
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_int() == 2)
    x = 1; // <dead>
  x = 2;
  return 0;
}
