// An error that is possible for some values only, in front of one that is possible for none; the annotations of subsumption may not lose it.
// homing: check => NO ERROR
// homing: check ! --techniques subsume --search dfs => NO ERROR
// homing: reach @never => UNREACHABLE
// homing: run 7 0 => RETURNED 0

main() {
  var x, y, i;
  x = input;
  i = input;
  y = x;
  if (i == 0) {
    i = 1;
  }
  i = 1 / i;
  if (x < y) {
    x = 1 / 0; // <never>
  }
  return 0;
}
