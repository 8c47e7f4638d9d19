// A list of input numbers through pointers, and a sum over it.
// homing: reach @sum => REACHED
// homing: check ! --max-depth 30 => UNKNOWN "depth"
// homing: run 3 10 20 30 => 60, RETURNED 0

main() {
  var n, head, s;
  n = input;
  head = null;
  while (n > 0) {
    head = alloc {value: input, next: head};
    n = n - 1;
  }
  s = 0;
  while (head != null) {
    s = s + (*head).value;
    head = (*head).next;
  }
  output s;
  if (s == 1000003) {
    n = 0; // <sum>
  }
  return 0;
}
