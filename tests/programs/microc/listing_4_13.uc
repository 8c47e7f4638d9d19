// The inner loop always ends with x = n, so the result is n * n. Proving it waits for summaries of nested loops:
//   with them, check => NO ERROR
// homing: check ! --max-depth 10 => UNKNOWN "depth"
// homing: run 4 1 -2 => RETURNED 1

main() {
  var n, x, z, res, i, realX, realZ;
  n = input;
  x = input;
  z = input;
  res = 0;
  if (n <= 0) {
    n = 1;
  }
  if (x >= n) {
    x = n - 1;
  }
  if (z >= n) {
    z = n - 1;
  }
  realX = x;
  realZ = z;
  i = 0;
  while (i < n) {
    x = realX;
    z = realZ;
    while (x < n) {
      if (z > x) {
        x = x + 1;
      } else {
        z = z + 1;
      }
    }
    res = res + x;
    i = i + 1;
  }
  if (res == n * n) {
    res = 1;
  } else {
    res = 0;
  }
  return 1 / res;
}
