// The errors of listing 2.2, each on a path of its own.
// homing: check --all-errors => ERROR division-by-zero @divides, ERROR uninitialised @uninitialised, ERROR out-of-bounds @beyond, ERROR null @null
// homing: run 3 => ERROR out-of-bounds @beyond
// homing: run 9 => RETURNED 0

main() {
  var arr, res, a, ptr, which;
  arr = [1, 0, 2, 2];
  ptr = null;
  which = input;
  if (which == 1) res = 1 / arr[1]; // <divides>
  if (which == 2) res = a + a; // <uninitialised>
  if (which == 3) res = arr[4]; // <beyond>
  if (which == 4) res = *ptr; // <null>
  return 0;
}
