// A null pointer is read when an input says so.
// homing: check => ERROR null @bad
// homing: reach error:null => REACHED
// homing: reach @behind => REACHED
// homing: reach @dead => UNREACHABLE

extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), v = 0;
  int *p = x == 8 ? 0 : &v;
  v = *p + 1; // <bad>
  if (x == 8)
    return 2; // <dead>
  return v; // <behind>
}
