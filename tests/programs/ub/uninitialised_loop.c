// A local declared in a loop is new in each round, but it is the same within one.
// homing: reach @within => UNREACHABLE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x;
    if (__VERIFIER_nondet_int())
      x = i;
    int a = x;
    if (a != x)
      return 1; // <within>
  }
  return 0;
}
