// An index below zero from unchecked input.
// homing: check => ERROR out-of-bounds @bad

extern signed char __VERIFIER_nondet_char(void);
int main(void) {
  int table[10] = {0};
  int i = __VERIFIER_nondet_char();
  if (i >= 10)
    return 0;
  return table[i]; // <bad>
}
