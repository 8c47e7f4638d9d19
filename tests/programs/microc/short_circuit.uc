// The right side of && and || is evaluated only where it matters.
// homing: check => NO ERROR
// homing: reach @both @less => REACHED, REACHED
// homing: run 0 5 => RETURNED 1

main() {
  var x, y, a, r;
  a = [1, 2, 3];
  x = input;
  y = input;
  r = 0;
  if (x != 0 && y / x == 3) {
    r = r + 0; // <both>
  }
  if (x < 0 || x > 2 || a[x] == 1) {
    r = r + 1; // <less>
  }
  return r == 0 || 1 / r;
}
