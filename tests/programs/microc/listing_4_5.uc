// As listing 4.3 with a loop in the loop. What every round keeps is not found yet.
// homing: check ! --max-depth 12 => UNKNOWN "depth"
// homing: run 1 2 3 7 => RETURNED 0

main() {
  var x, y, i, j, n;
  x = input;
  i = input;
  j = input;
  n = input;
  y = x;
  while (i < n) {
    i = i + 1;
    while (j < n) {
      x = x + 1;
      j = j + 1;
    }
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
