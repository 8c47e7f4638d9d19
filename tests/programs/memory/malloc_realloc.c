// malloc, calloc, realloc keep what they must.
// homing: reach @kept => REACHED
// homing: reach @lost => UNREACHABLE
// homing: check => NO ERROR
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int n = klee_int("n");
  int *p = malloc(2 * sizeof *p), *z = calloc(3, sizeof *z);
  if (!p || !z)
    exit(1);
  p[0] = n;
  p[1] = 2;
  p = realloc(p, 5 * sizeof *p);
  if (!p)
    exit(1);
  p[4] = z[2];
  if (p[0] == 31 && p[1] == 2 && p[4] == 0)
    n = 0; // <kept>
  if (p[0] != n && n != 0)
    n = 1; // <lost>
  free(p);
  free(z);
  return 0;
}
