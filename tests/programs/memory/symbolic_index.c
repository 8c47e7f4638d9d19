// Reads and writes at an index that is an input.
// homing: reach @found => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int a[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  int i = klee_range(0, 16, "i"), j = klee_range(0, 16, "j");
  a[i] = 100;
  if (a[j] == 8 && i == j + 1)
    return 1; // <found>
  if (a[i] != 100)
    return 2; // <never>
  return 0;
}
