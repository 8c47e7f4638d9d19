// Endless loops are loops, not a licence. One that changes nothing never ends, so what stands behind it is unreachable; one that
// counts only a limit can end.
// homing: reach ! @target --max-instructions 200000 => REACHED
// homing: reach @behind --max-instructions 200000 => UNREACHABLE
// homing: reach @counted --max-instructions 200000 => UNKNOWN "instruction"
extern int __VERIFIER_nondet_int(void);
static int go = 1;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    return 3; // <target>
  if (x == 2) {
    while (go)
      ;
    return 4; // <behind>
  }
  if (x == 3) {
    for (unsigned long n = 1; n; n++)
      go = 1;
    return 5; // <counted>
  }
  return 0;
}
