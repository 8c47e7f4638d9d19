// Pointers into one object and pointers to different objects.
// homing: reach @inside => REACHED
// homing: reach @equal => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int a[4], b[4];
  int i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
  int *p = a + i, *q = a + j;
  if (q - p == 3 && p < q)
    return 1; // <inside>
  if (p == b + j)
    return 2; // <equal>
  if (p == q && i != j)
    return 3;
  return 0;
}
