// Euclid's algorithm on small numbers in wide words, rotations, and a size rounded up.
#include "homing.h"
#include <stdint.h>
int main(void) {
  uint64_t a, b, w;
  uint8_t k;
  homing_symbolic(&a, sizeof a, "a");
  homing_symbolic(&b, sizeof b, "b");
  homing_symbolic(&w, sizeof w, "w");
  homing_symbolic(&k, sizeof k, "k");
  if (k < 64) {
    if (w % ((uint64_t)1 << k) != (w & (((uint64_t)1 << k) - 1)))
      return 1; // never
    if ((w >> k) != w / ((uint64_t)1 << k))
      return 2; // never
  }
  if (w < UINT64_MAX - 100 && (w + 99) / 100 != w / 100 + (w % 100 != 0))
    return 3; // never
  if (a == 0 || b == 0 || a > 100 || b > 100)
    return 4;
  uint64_t x = a, y = b;
  while (y) {
    uint64_t t = x % y;
    x = y;
    y = t;
  }
  if (a % x || b % x)
    return 5; // never
  if (x == 13 && a > b && b > 30)
    return 6;
  return 0;
}
