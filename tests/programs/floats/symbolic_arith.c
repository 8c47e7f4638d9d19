// Arithmetic with an input of type double.
// homing: reach @eq => REACHED
// homing: reach @conv => REACHED
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x + x == 7.0)
    return 1; // <eq>
  int i = __VERIFIER_nondet_int();
  if ((double)i * 0.5 == 10.5)
    return 2; // <conv>
  return 0;
}
