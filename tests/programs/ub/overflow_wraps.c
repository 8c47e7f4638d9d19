// Signed overflow is no licence to assume: without the check it wraps, as the machine does at -O0.
// homing: reach @wrapped => REACHED
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x + 1 < x)
    return 1; // <wrapped>
  return 0;
}
