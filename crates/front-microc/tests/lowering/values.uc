// Cells, arrays, records and functions as values.
swap(p, q) {
  var t;
  t = *p;
  *p = *q;
  *q = t;
  return 0;
}
main() {
  var a, r, f, x, y;
  x = input;
  y = 3;
  f = swap;
  x = f(&x, &y) + x;
  a = [x, [y]];
  r = {first: a[0], rest: alloc null};
  if (r.first == 3)
    output a[1][0];
  *r.rest = 5;
  return -*r.rest;
}
