// A sort of the program's own, through a comparison function.
// homing: reach @sorted => REACHED
// homing: reach @unsorted => UNREACHABLE
#include <klee/klee.h>
typedef int (*order)(const void *, const void *);
static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void sort(int *a, int n, order f) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && f(a + j - 1, a + j) > 0; j--) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
}
int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++)
    a[i] = klee_range(0, 50, "a");
  int first = a[0];
  sort(a, 4, up);
  if (a[0] == 3 && a[3] == 40 && first == 40)
    first = 0; // <sorted>
  if (a[0] > a[1] || a[1] > a[2] || a[2] > a[3])
    return 2; // <unsorted>
  return 0;
}
