// The loop of listing 4.3 with a count of the rounds that are left. It takes the same:
// homing: check ! --subsume on => NO ERROR
// homing: check ! --max-depth 20 => UNKNOWN "depth"
// homing: run 1 2 7 => RETURNED 0

main() {
  var x, y, i, n, _t;
  x = input;
  i = input;
  n = input;
  y = x;
  _t = n - i - 1;
  while (i < n) {
    x = x + 1;
    i = i + 1;
    _t = _t - 1;
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
