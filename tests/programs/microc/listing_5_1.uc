// The statement that the thesis normalises, in a program: `homing microc cfg --norm` shows it in pieces.
// homing: check => NO ERROR
// homing: run => 12, RETURNED 0

main() {
  var x, y, z, i, cell;
  cell = 0;
  x = [{field: &cell}];
  y = alloc 5;
  z = [6, 7, 8];
  i = 0;
  *x[0].field = *y + z[i + 1];
  output cell;
  return 0;
}
