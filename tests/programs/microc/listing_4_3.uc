// No error: x only grows. The loop is unbounded, so saying so takes what every round keeps:
// homing: check ! --subsume on => NO ERROR
// homing: check ! --max-depth 20 => UNKNOWN "depth"
// homing: run 1 2 7 => RETURNED 0

main() {
  var x, y, i, n;
  x = input;
  i = input;
  n = input;
  y = x;
  while (i < n) {
    x = x + 1;
    i = i + 1;
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
