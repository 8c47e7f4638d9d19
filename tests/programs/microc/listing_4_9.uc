// a is even behind the loop, and never 15. Saying so takes a summary of the loop.
// homing: reach ! @odd --techniques auto,summaries => UNREACHABLE
// homing: reach @even => REACHED
// homing: reach ! @odd --max-depth 20 => UNKNOWN "depth"

some_fnc() { return 1; }
some_fnc2() { return 2; }

main() {
  var a, i, n, r;
  a = 0;
  i = input;
  n = input;
  while (i < n) {
    a = a + 2;
    i = i + 1;
  }
  if (a == 15) {
    r = some_fnc(); // <odd>
  } else {
    r = some_fnc2(); // <even>
  }
  return 0;
}
