// Conditions are branches, and loops leave first.
main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n && !(n > 9)) i = i + 1;
  return i;
}
