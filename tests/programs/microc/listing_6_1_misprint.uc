// As printed: a semicolon is missing, and an expression is no statement. Both are reported.
// homing: check => REFUSED "expected `;` after the assignment"
// homing: check => REFUSED "an expression is no statement"

main() {
  var var1;
  var1 = [0, 1, 2, 3, 4, 5] // The initial size is 6
  var1 = [0, 1, 2, 3];
  var1[5]; //error
  return 0;
}
