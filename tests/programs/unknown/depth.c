// A depth limit cuts paths, and the verdict says so.
// homing: reach @far --search dfs --max-depth 3 => UNKNOWN "depth"
// homing: reach @far => REACHED
// homing: reach @near --max-depth 3 => REACHED
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_uchar() < 100)
      n++;
    if (n == 1)
      n = 1 + 0 * i; // <near>
  }
  if (n == 6)
    return 1; // <far>
  return 0;
}
