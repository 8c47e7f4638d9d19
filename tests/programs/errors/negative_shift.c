// Shifts by a negative amount.
// homing: check --check shift => ERROR shift @bad

#include <klee/klee.h>
int main(void) {
  int n = klee_range(-2, 5, "n");
  return 1 << n == 8; // <bad>
}
