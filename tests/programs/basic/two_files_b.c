// The second file of two_files_a.c: has no main and so no questions of its own.
int helper(int x) {
  if (x == 77)
    return 12; // <secret>
  return x > 0 ? 1 : 0;
}
