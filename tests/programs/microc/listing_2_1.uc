// The first program of the thesis: a factorial by recursion.
// homing: run => RETURNED 120
// homing: check => NO ERROR

f(n) {
  var r;
  if (n == 0) { r = 1; }
  else { r = n * f(n - 1); }
  return r;
}

main() { return f(5); }
