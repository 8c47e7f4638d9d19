// A write to a constant.
// homing: check => ERROR read-only-write @bad

extern int __VERIFIER_nondet_int(void);
static const int table[4] = {1, 2, 3, 4};
int main(void) {
  int *p = (int *)table;
  if (__VERIFIER_nondet_int() == 9)
    p[1] = 7; // <bad>
  return p[1];
}
