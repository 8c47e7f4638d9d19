// homing check FILE --all-errors
#include <assert.h>
#include <klee/klee.h>
static int quotient(int a) { return 100 / (a - 5); }
int main(void) {
  int n;
  char letters[4];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(letters, sizeof letters, "letters");
  if (n == 5)
    return quotient(n);
  if (n == 6 && letters[0] == 'o' && letters[1] == 'k' && letters[2] == 0 && letters[3] == 0)
    assert(letters[0] == 'k');
  return 0;
}
