// homing check FILE
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
  a = input;
  if (a > 3 && a < 5)
    output 1 / (factorial(a) - 24);
  return 0;
}
