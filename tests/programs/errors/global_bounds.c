// Before the start of a global.
// homing: check => ERROR out-of-bounds @bad

extern int __VERIFIER_nondet_int(void);
static char before[4], table[16], after[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  before[0] = after[0] = 1;
  if (i < 16 && i >= -2)
    return table[i]; // <bad>
  return 0;
}
