// Two paths that differ only in what they put out: merging them costs nothing.
// homing: check => NO ERROR
// homing: run 0 => 1, RETURNED 0
// homing: run -7 => 0, RETURNED 0

main() {
  if (input) {
    output 0;
  } else {
    output 1;
  }
  return 0;
}
