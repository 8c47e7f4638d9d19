// Two conditions that exclude each other; where neither holds, the result is never written.
// homing: reach @both => UNREACHABLE
// homing: check => ERROR uninitialised @result

someFnc() { return 1; }
someFnc2() { return 2; }

main() {
  var a, res, taken;
  taken = 0;
  a = input;
  if (a > 1) {
    res = someFnc();
    taken = taken + 1;
  }
  if (a < 0) {
    res = someFnc2();
    taken = taken + 1;
  }
  if (taken == 2) {
    output 0; // <both>
  }
  return res; // <result>
}
