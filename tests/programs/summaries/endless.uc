// Two loops of integers: a multiple of 4 is never a multiple of 2 plus 7, so the second one is never left: what it looks for is jumped over and comes
// no nearer.
// homing: reach ! @never @even --summaries on => UNREACHABLE, REACHED

main() {
  var n, i, j, odd;
  n = input;
  odd = input;
  i = 0;
  j = 0;
  while (i < n) {
    i = i + 4;
  }
  if (odd == 1) {
    while (i != j + 7) {
      j = j + 2;
    }
    output 1; // <never>
  }
  else {
    while (i != j + 6) {
      j = j + 2;
    }
    output 2; // <even>
  }
  return 0;
}
