// LLVM's promotion proves from `undef` that the error is unreachable. A local that was not written can have any value.
// homing: reach @error => REACHED (interpreter)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int())
    x = 5;
  if (x != 5)
    return 1; // <error>
  return 0;
}
