// An endless loop without effects is a loop, not a licence: what stands behind it is not reached, and no run ends.
// homing: reach @target --max-instructions 200000 => REACHED
// homing: reach @behind --max-instructions 200000 => UNKNOWN "instruction"
extern int __VERIFIER_nondet_int(void);
static int go = 1;
int main(void) {
  if (__VERIFIER_nondet_int() == 1)
    return 3; // <target>
  while (go)
    ;
  return 4; // <behind>
}
