// Two paths that take turns, inside of another loop: each of its rounds adds n, whatever the inner one began with.
// homing: reach ! @other --summaries on => UNREACHABLE
// homing: reach ! @square --summaries on => REACHED

main() {
  var n, x, z, sum, i, first, second;
  n = input;
  first = input;
  second = input;
  sum = 0;
  if (n <= 0) {
    n = 1;
  }
  if (first >= n) {
    first = n - 1;
  }
  if (second >= n) {
    second = n - 1;
  }
  i = 0;
  while (i < n) {
    x = first;
    z = second;
    while (x < n) {
      if (z > x) {
        x = x + 1;
      }
      else {
        z = z + 1;
      }
    }
    sum = sum + x;
    i = i + 1;
  }
  if (sum == n * n) {
    output 1; // <square>
  }
  else {
    output 2; // <other>
  }
  return 0;
}
