// Three loops, each to the counter of the one around it: n (n - 1) (n - 2) / 6 rounds of the innermost.
// homing: reach ! @hit @missed --summaries on => REACHED, UNREACHABLE

main() {
  var n, i, j, k, s;
  n = input;
  if (n > 200) {
    n = 200;
  }
  s = 0;
  i = 0;
  while (i < n) {
    j = 0;
    while (j < i) {
      k = 0;
      while (k < j) {
        s = s + 1;
        k = k + 1;
      }
      j = j + 1;
    }
    i = i + 1;
  }
  if (s == 120) {
    output 1; // <hit>
  }
  if (s == 121) {
    output 2; // <missed>
  }
  return 0;
}
