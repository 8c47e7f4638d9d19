// A function without body and model ends the path: what depends on it is unknown.
// homing: reach @free => REACHED
// homing: reach @behind => UNKNOWN "mystery"
// homing: reach @behind --undefined havoc => REACHED (interpreter)
// homing: reach @never --undefined havoc => UNKNOWN "mystery"
int mystery(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    return 1; // <free>
  if (mystery(x) == 7)
    return 2; // <behind>
  if (x == 1)
    return 3; // <never>
  return 0;
}
