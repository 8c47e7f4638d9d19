// The smallest number divided by -1.
// homing: check --check overflow => ERROR signed-overflow @div (interpreter)

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0)
    return 0;
  return x / y == 4; // <div>
}
