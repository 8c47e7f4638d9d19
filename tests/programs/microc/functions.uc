// Functions are values: in variables, arrays and record fields, compared and called.
// homing: check => ERROR bad-call @wrong
// homing: reach @odd @never => REACHED, UNREACHABLE
// homing: run 1 => 11, RETURNED 1

twice(f, x) { return f(f(x)); }
inc(x) { return x + 1; }
dbl(x) { return x * 2; }
two(x, y) { return x + y; }

main() {
  var t, k, r;
  k = input;
  t = {apply: twice, list: [inc, dbl, two]};
  r = t.apply(t.list[0], 9);
  output r;
  if (t.list[0] == dbl) {
    output 0; // <never>
  }
  if (k == 2) {
    r = t.list[k](r); // <wrong>
  }
  if (t.apply(dbl, k) == 12) {
    r = 5; // <odd>
  }
  return t.list[1](k) / 2;
}
