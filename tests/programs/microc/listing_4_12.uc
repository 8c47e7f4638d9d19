// Every round reads an input, so no summary tells how many rounds there are; there is no error. Waits for subsumption:
//   with it, check => NO ERROR
// homing: check ! --max-depth 20 => UNKNOWN "depth"
// homing: run 0 5 10 4 4 4 => RETURNED 8

main() {
  var i, j, k, n;
  i = input;
  k = input;
  n = input;
  while (i < n) {
    j = input;
    i = i + j;
    k = k + 1;
  }
  return k;
}
