// Inline assembly ends only the path that executes it.
// homing: reach @other => REACHED
// homing: reach @behind => UNKNOWN "asm"
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x == 5) {
    __asm__ volatile("stc\n\tsbbl %0, %0" : "=r"(y));
    return y; // <behind>
  }
  if (x == 6)
    return 1; // <other>
  return 0;
}
