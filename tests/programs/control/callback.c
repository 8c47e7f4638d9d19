// A function pointer chosen by a condition, passed down and called there.
// homing: reach @low @high => REACHED, REACHED
// homing: check => NO ERROR
extern int __VERIFIER_nondet_int(void);
typedef int (*judge)(int);
static int low(int v) {
  return v < 10; // <low>
}
static int high(int v) {
  return v >= 10; // <high>
}
static int apply(judge f, int v) { return f(v); }
int main(void) {
  int v = __VERIFIER_nondet_int();
  judge f = v < 10 ? low : high;
  if (!apply(f, v))
    return *(volatile int *)0;
  return 0;
}
