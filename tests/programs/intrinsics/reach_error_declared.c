// reach_error without a body: reaching its call is the target.
// homing: reach any => REACHED
// homing: reach reach_error() => REACHED
// homing: check => ERROR reported @call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0);
  if (x % 1000 == 999)
    reach_error(); // <call>
  return 0;
}
