// Exact sums of integers of any size, and a loop inside of another one.
// homing: reach ! @line --techniques auto,summaries => UNREACHABLE
// homing: reach ! @twin --techniques auto,summaries => REACHED

main() {
  var n, i, j, s;
  n = input;
  i = 0;
  s = 0;
  while (i < n) {
    j = 0;
    while (j < 7) {
      j = j + 1;
      s = s + 1;
    }
    i = i + 2;
  }
  if (s == 7000006) {
    output 1; // <line>
  }
  if (s == 7000) {
    output 2; // <twin>
  }
  return 0;
}
