// do-while, goto, break, continue.
// homing: reach @end => REACHED
// homing: reach @odd => UNREACHABLE
#include <klee/klee.h>
int main(void) {
  int n = klee_range(0, 8, "n"), i = 0, k = 0;
again:
  do {
    i++;
    if (i == 3)
      continue;
    if (i > n)
      break;
    k += 2;
  } while (i < 6);
  if (k < 4 && i < 20) {
    i++;
    goto again;
  }
  if (k % 2)
    return 1; // <odd>
  if (k == 6 && n == 4)
    return 2; // <end>
  return 0;
}
