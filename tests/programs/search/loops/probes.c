// Binary search: the shortest way to "found" is the first probe, but the wanted entry takes as many as there are.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
#define SIZE 100
int main(void) {
  int key = klee_int("key"), low = 0, high = SIZE - 1, probes = 0;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    probes++;
    if (key == 7 * middle + 2) {
      if (probes == 7 && middle % 9 == 4)
        return 1; // <hit>
      if (probes > 7)
        return 2; // <never>
      break;
    }
    if (key < 7 * middle + 2)
      high = middle - 1;
    else
      low = middle + 1;
  }
  return 0;
}
