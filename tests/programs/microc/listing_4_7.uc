// Two paths that differ in a divisor: merging them makes the question harder.
// homing: check => NO ERROR
// homing: run 0 => RETURNED 0
// homing: run 1 => RETURNED 1

main() {
  var a;
  a = 0;
  if (input) {
    a = 1;
  } else {
    a = 2;
  }
  return 1 / a;
}
