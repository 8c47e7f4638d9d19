// An input of type float in a comparison.
// homing: reach @range @nan => REACHED, REACHED
// homing: reach @never => UNREACHABLE
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.5f && x < 1.75f)
    return 1; // <range>
  if (x != x)
    return 2; // <nan>
  if (x < 1.0f && x > 2.0f)
    return 3; // <never>
  return 0;
}
