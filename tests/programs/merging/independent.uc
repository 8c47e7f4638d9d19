// Twenty decisions that have nothing to do with each other, on numbers of any size.
// homing: reach ! @target --merge lattice => UNREACHABLE
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @hit --merge aggressive => REACHED

main() {
  var i, n, x;
  i = 0;
  n = 0;
  while (20 > i) {
    x = input;
    if (x > 100) {
      n = n + 2;
    }
    i = i + 1;
  }
  if (n == 41) {
    i = 1; // <target>
  }
  if (n == 40) {
    i = 2; // <hit>
  }
  return i;
}
