// A loop as long as the input says. Printed in the thesis with `return y`, which is not declared; see listing_3_2_misprint.uc.
// homing: reach @first @later => REACHED, REACHED
// homing: check ! --max-depth 20 => UNKNOWN "depth"
// homing: run 3 => 1 1 1, RETURNED 3

main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n) {
    if (i < 100) {
      output 1; // <first>
    } else {
      output 2; // <later>
    }
    i = i + 1;
  }
  return i;
}
