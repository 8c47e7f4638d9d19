// The sum of an absolute value and zero is not negative. (Subsumption makes it cheaper, not possible.)
// homing: check => NO ERROR
// homing: check ! --techniques subsume --search dfs => NO ERROR
// homing: reach @negative => UNREACHABLE

main() {
  var x, y;
  x = 0;
  if (input) {
  } else {
    y = input;
    if (y < 0) {
      y = 0 - y;
    }
    x = x + y;
  }
  if (x >= 0) {
  } else {
    x = 1 / 0; // <negative>
  }
  return 0;
}
