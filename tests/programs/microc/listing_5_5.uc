// a may be zero; i is never -1, but saying so takes what every round keeps:
// homing: reach ! @beyond --subsume on => UNREACHABLE
// homing: check ! => ERROR division-by-zero @divides
// homing: reach ! @beyond --max-depth 20 => UNKNOWN "depth"
// homing: run 3 8 => RETURNED 0

main() {
  var a,b,c,i,n;
  n = input;
  a = input;
  b = 0;
  c = [1, 2, 3];
  i = 0;
  if (a != 0) {
    a = 1;
  }
  while (i < n) {
    b = b / a; // <divides>
    if (i == -1) {
      b = c[3]; // <beyond>
    }
    i = i + 1;
  }
  return b;
}
