// Paths through the loop in an irregular order. Printed with `1 / (x - z)`, which are not declared.
// homing: check => ERROR division-by-zero @result
// homing: run 98 0 0 => RETURNED 0

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
  return 1 / (i - a - 95); // <result>
}
