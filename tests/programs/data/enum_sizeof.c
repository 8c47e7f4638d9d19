// Enumerations, comma, conditional operators, compound literals.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
extern int __VERIFIER_nondet_int(void);
enum colour { RED = -1, GREEN = 4, BLUE };
static int pick(enum colour c) { return (int[]){10, 20, 30}[c == RED ? 0 : c == GREEN ? 1 : 2]; }
int main(void) {
  enum colour c = __VERIFIER_nondet_int();
  int x = (c++, pick(c));
  if (x == 30 && c == BLUE)
    return 1; // <hit>
  if (x == 40)
    return 2; // <never>
  return 0;
}
