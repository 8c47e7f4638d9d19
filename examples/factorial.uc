// microc: the factorial of a number, and a division that fails for one of them.
// Try: homing check examples/factorial.uc

factorial(n) {
  var r;
  if (n == 0) {
    r = 1;
  } else {
    r = n * factorial(n - 1);
  }
  return r;
}

main() {
  var a;
  a = factorial(input);
  if (a == 720)
    output 6;
  return 1 / (a - 24);
}
