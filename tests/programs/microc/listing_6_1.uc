// What the generator can make: an array becomes smaller than it was.
// homing: check => ERROR out-of-bounds @beyond
// homing: run => ERROR out-of-bounds @beyond

main() {
  var var1, x;
  var1 = [0, 1, 2, 3, 4, 5];
  x = var1[5];
  var1 = [0, 1, 2, 3];
  x = var1[5]; // <beyond>
  return 0;
}
