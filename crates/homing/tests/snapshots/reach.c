// homing reach FILE:14 FILE:16
#include <klee/klee.h>
struct point {
  int x, y;
};
int main(void) {
  struct point p;
  int sum = 0;
  klee_make_symbolic(&p, sizeof p, "p");
  for (int i = 0; i < 3; i++)
    sum += i;
  if (p.x == 70 && p.y == -2)
    if (sum == 3)
      return 1;
    else
      return 2;
  return 0;
}
