// A switch over 64 bits with far apart cases.
// homing: reach @big @min => REACHED, REACHED
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  switch (__VERIFIER_nondet_longlong()) {
  case 0x123456789abcdefLL:
    return 1; // <big>
  case -0x7fffffffffffffffLL - 1:
    return 2; // <min>
  case 3:
    return 3;
  }
  return 0;
}
