// Arrays and records are copied when they are stored, passed and returned; pointers are not.
// homing: check => NO ERROR
// homing: reach @shared => UNREACHABLE

change(a) { a[0] = 100; return a; }

main() {
  var a, b, c, r, p, k;
  k = input;
  a = [k, [2, 3]];
  b = a;
  b[1][0] = 50;
  c = change(a);
  r = {inner: a, to: &a};
  r.inner[0] = k + 1;
  p = alloc a;
  (*p)[0] = k + 2;
  if (a[0] != k || a[1][0] != 2 || c[0] != 100 || r.inner[0] != k + 1) {
    output 1; // <shared>
  }
  (*r.to)[0] = 7;
  return 1 / (a[0] - 6);
}
