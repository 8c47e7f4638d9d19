// As printed: both names in the result are missing, and both are reported.
// homing: check => REFUSED "`x` is not declared"
// homing: check => REFUSED "`z` is not declared"

main() {
  var i, j, a;
  i = input;
  j = input;
  a = input;
  while (i < 100) {
    if (a <= 5) { a = a + 1; } else { a = a - 4; }
    if (j < 8) { j = j + 1; } else { j = j - 3; }
    i = i + 1;
  }
  return 1 / (x - z);
}
