// A call through a null pointer.
// homing: check => ERROR null @bad

extern int __VERIFIER_nondet_int(void);
static int good(void) { return 1; }
int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() == 2 ? 0 : good;
  return f(); // <bad>
}
