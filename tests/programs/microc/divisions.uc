// Division goes toward zero, also for negative numbers.
// homing: check => NO ERROR
// homing: reach @m7 @never => REACHED, UNREACHABLE
// homing: run -7 => -3 3 -3, RETURNED 0

main() {
  var x, y;
  x = input;
  output x / 2;
  output x / -2;
  output 7 / -2;
  if (x / 2 == -3 && x != -6) {
    y = 1; // <m7>
  }
  if (x / 2 * 2 > x && x > 0) {
    y = 2; // <never>
  }
  return 0;
}
