// C of another time: implicit int, undeclared functions, numbers as pointers.
// homing: reach @hit -- -std=gnu89 => REACHED
// homing: reach @hit -- -std=gnu17 => REACHED
helper(a, b)
int a, b;
{
  return a * b;
}
main() {
  int x = __VERIFIER_nondet_int();
  int *p = x;
  if (helper(3, x) == 21 && (long)p == 7)
    return 1; // <hit>
  return 0;
}
