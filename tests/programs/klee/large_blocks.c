// Blocks of several GiB take memory only where they are written.
// homing: reach @last @middle @unset => REACHED, REACHED, UNREACHABLE
// homing: check => ERROR out-of-bounds @beyond
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (1ull << 32)

int main(void) {
  char *p = malloc(SIZE + 8), *z = calloc(SIZE >> 12, 1 << 12);
  if (!p || !z)
    return 0;
  int x = klee_int("x");
  p[0] = 1;
  p[SIZE / 2] = (char)x;
  memcpy(p + SIZE, &x, sizeof x);
  int y;
  memcpy(&y, p + SIZE, sizeof y);
  if (z[SIZE - 1] != 0 || z[12345678901ull % SIZE] != 0)
    return 1; // <unset>
  int r = 0;
  if (y == 12345)
    r = 2; // <last>
  if (p[SIZE / 2] == 'q')
    r = 3; // <middle>
  if (x == 99)
    p[SIZE + 8] = 1; // <beyond>
  free(p);
  free(z);
  return r;
}
