// The factorial of 2 is 2: a division by zero behind a recursion.
// homing: check => ERROR division-by-zero @inverse
// homing: reach @once @inverse => REACHED, REACHED
// homing: run 4 => 24, RETURNED 0

fac(n) {
  var f;
  if (n == 0) {
    f = 1; // <once>
  } else {
    f = n * fac(n - 1);
  }
  return f;
}

main() {
  var a,b;
  b = input;
  a = fac(b);
  output(a);
  return 1 / (a - 2); // <inverse>
}
