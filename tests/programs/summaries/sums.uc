// Exact sums of integers of any size.
// homing: reach ! @line --techniques auto,summaries => UNREACHABLE
// homing: reach ! @twin --techniques auto,summaries => REACHED

main() {
  var n, i, s;
  n = input;
  i = 0;
  s = 0;
  while (i < n) {
    i = i + 1;
    s = s + i;
  }
  if (n > 0) {
    if (s + s == n * n + n + 1) {
      output 1; // <line>
    }
    if (s + s == n * n + n) {
      output 2; // <twin>
    }
  }
  return 0;
}
