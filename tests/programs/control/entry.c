// A start elsewhere than main.
// homing: reach @inside --entry start => REACHED
// homing: reach @main --entry start => UNREACHABLE
extern int __VERIFIER_nondet_int(void);
int start(void) {
  if (__VERIFIER_nondet_int() == 5)
    return 1; // <inside>
  return 0;
}
int main(void) {
  return 3; // <main>
}
