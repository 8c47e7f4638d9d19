// An index that is an input, within bounds.
// homing: check => NO ERROR
// homing: reach @same @other => REACHED, UNREACHABLE
// homing: run 2 => RETURNED -1
// homing: run 3 => RETURNED 0

main() {
  var arr, i, res;
  arr = [0, 1, 2];
  i = input;
  res = 0;
  if (i < 3 && i >= 0) {
    arr[i] = -1;
    res = arr[i];
    if (res == -1) {
      res = res + 0; // <same>
    } else {
      output res; // <other>
    }
  }
  return res;
}
