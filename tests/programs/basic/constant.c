// No input at all: the program does what it does.
// homing: reach @always => REACHED
// homing: reach @never => UNREACHABLE
int collatz(int n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}
int main(void) {
  if (collatz(27) == 111)
    return 0; // <always>
  return 1; // <never>
}
