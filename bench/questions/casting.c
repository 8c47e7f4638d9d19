// Casting out nines: the sum of the digits of a number of sixteen bits leaves the rest that the number leaves.
#include "homing.h"
#include <stdint.h>
int main(void) {
  uint16_t n;
  homing_symbolic(&n, sizeof n, "n");
  unsigned sum = 0, length = 0;
  for (uint16_t v = n; v; v /= 10) {
    sum += v % 10;
    length++;
  }
  if (sum % 9 != n % 9)
    return 1; // never
  if (length > 5)
    return 2; // never
  if (sum == 40 && n % 16 == 5)
    return 3;
  return 0;
}
