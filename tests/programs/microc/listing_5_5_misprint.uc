// As printed, without a semicolon.
// homing: check => REFUSED "expected `;` after the assignment"

main() {
  var a,b,c,i,n;
  n = input;
  a = input;
  b = 0
  c = [1, 2, 3];
  return b;
}
