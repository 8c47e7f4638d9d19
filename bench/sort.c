/* Sorts N unknown numbers by swapping neighbours; every order of them is one path, so 720 for six. */
#include <klee/klee.h>

#ifndef N
#define N 6
#endif

static void swap(int *p, int *q) {
  int old = *p;
  *p = *q;
  *q = old;
}

int main(void) {
  int v[N];
  klee_make_symbolic(v, sizeof v, "v");
  for (int last = N - 1; last > 0; last--)
    for (int k = 0; k < last; k++)
      if (v[k + 1] < v[k])
        swap(&v[k], &v[k + 1]);
  for (int k = 1; k < N; k++)
    klee_assert(v[k - 1] <= v[k]);
  return 0;
}
