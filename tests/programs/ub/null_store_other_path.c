// simplifycfg takes the null store as a licence to delete the branch that leads to it, and the target with it.
// homing: reach @target => REACHED
extern int __VERIFIER_nondet_int(void);
static int n;
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int() == 6) {
    n++; // <target>
    *p = 1;
  }
  return n;
}
