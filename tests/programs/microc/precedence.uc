// && and || are on one level; ! takes everything to its right.
// homing: check => NO ERROR
// homing: run => 0 1 0 1, RETURNED 0

main() {
  output 1 || 0 && 0;
  output !0 && 0;
  output (!0) && 0;
  output !1 == 0;
  return 0;
}
