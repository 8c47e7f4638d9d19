// A call through a pointer that is no function.
// homing: check => ERROR bad-call @bad

extern int __VERIFIER_nondet_int(void);
static int good(void) { return 1; }
static int data;
int main(void) {
  int (*f)(void) = good;
  if (__VERIFIER_nondet_int() == 2)
    f = (int (*)(void))&data;
  return f(); // <bad>
}
