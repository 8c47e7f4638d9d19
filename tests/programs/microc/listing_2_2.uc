// Four errors, one after the other: a run meets only the first.
// homing: run => ERROR division-by-zero @divides
// homing: check => ERROR division-by-zero @divides
// homing: check --all-errors => ERROR division-by-zero @divides
// homing: reach @uninitialised => UNREACHABLE

main() {
  var arr, res, a, ptr;
  arr = [1, 0, 2, 2];
  ptr = null;
  res = 1 / arr[1]; // <divides>
  res = a + a; // <uninitialised>
  res = arr[4];
  res = *ptr;
  return 0;
}
