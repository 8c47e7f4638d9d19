// Two paths through the loop take turns. Behind it, x is n.
// homing: check => ERROR division-by-zero @result
// homing: run 1 4 0 => RETURNED 0

main() {
  var n, x, z;
  n = input;
  x = input;
  z = input;
  while (x < n) {
    if (z > x) {
      x = x + 1;
    } else {
      z = z + 1;
    }
  }
  return 1 / (x - n); // <result>
}
