// Two paths; the division is safe because of the condition before it.
// homing: check => NO ERROR
// homing: reach @zero @other => REACHED, REACHED
// homing: run 2 => RETURNED 1

main() {
  var y, z;
  z = input;
  y = 1;
  if (z == 0) {
    y = 2; // <zero>
  } else {
    y = 3 / z; // <other>
  }
  return y;
}
