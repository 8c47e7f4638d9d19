// Two pointers to one variable, in a function of their own.
// homing: check => NO ERROR
// homing: run => RETURNED -1

foo() {
  var x,y,z;
  x = 2;
  x = 4;
  y = &x;
  z = &x;
  return -1;
}

main() {
  var y;
  y = 1;
  return foo();
}
