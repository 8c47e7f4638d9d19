// The program on which query counts are computed. Its array is empty, so the first access fails and the second one is never reached.
// homing: check --all-errors => ERROR out-of-bounds @first
// homing: reach @second => UNREACHABLE
// homing: run 1 => 10, RETURNED 0

main() {
  var r, arg, argc, argv, i;
  r = 1;
  arg = 1;
  argc = input;
  argv = [];
  if (arg < argc) {
    if (argv[input]) { // <first>
      r = 0;
      arg = arg + 1;
    }
  }
  while (arg < argc) {
    i = 0;
    while (argv[arg][i] != 0) { // <second>
      i = i + 1;
      output argv[arg][i];
    }
    arg = arg + 1;
  }
  if (r) {
    output 10;
  }
  return 0;
}
