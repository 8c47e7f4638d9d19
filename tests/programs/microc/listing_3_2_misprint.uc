// As printed: the returned name is not declared.
// homing: check => REFUSED "`y` is not declared"

main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n) {
    if (i < 100) { output 1; } else { output 2; }
    i = i + 1;
  }
  return y;
}
