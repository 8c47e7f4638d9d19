// Counting to a bound of up to 2,000,000,000, with the target at one exact sum. The replay leaves out the rounds in between.
// homing: reach ! @sum @less @count --summaries on => REACHED, UNREACHABLE, REACHED

main() {
  var n, i, s;
  n = input;
  if (n > 2000000000) {
    n = 2000000000;
  }
  i = 0;
  s = 0;
  while (i < n) {
    s = s + 3;
    i = i + 1;
  }
  if (s == 2999999997) {
    output 1; // <sum>
  }
  if (s == 2999999998) {
    output 2; // <less>
  }
  if (i == 2000000000) {
    output 3; // <count>
  }
  return 0;
}
