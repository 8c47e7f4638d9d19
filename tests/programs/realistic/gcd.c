// Euclid's algorithm on small numbers.
// homing: reach @coprime => REACHED
// homing: reach @wrong => UNREACHABLE
#include <klee/klee.h>
static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
int main(void) {
  unsigned a = klee_range(1, 30, "a"), b = klee_range(1, 30, "b");
  unsigned g = gcd(a, b);
  if (g == 7 && a > b && a != 14)
    return 1; // <coprime>
  if (g == 0 || g > a || g > b)
    return 2; // <wrong>
  return 0;
}
