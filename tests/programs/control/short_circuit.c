// The right side of && runs only when the left one holds.
// homing: reach @right => REACHED
// homing: reach @contradiction => UNREACHABLE
extern int __VERIFIER_nondet_int(void);
static int calls;
static int side(int v) {
  calls++;
  return v; // <right>
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a > 0 && side(a > 5) && a < 3)
    return 1; // <contradiction>
  return calls;
}
