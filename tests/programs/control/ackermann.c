// Deep concrete recursion.
// homing: reach @right => REACHED
static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  if (ackermann(2, 9) == 21)
    return 1; // <right>
  return 0;
}
