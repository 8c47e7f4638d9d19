// An array whose size is an input.
// homing: reach @big => REACHED
// homing: check => NO ERROR
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 8, "n");
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
  int s = 0;
  for (int i = n - 1; i >= 0; i--)
    s = s * 2 + a[i];
  if (s == 49)
    return 1; // <big>
  return 0;
}
