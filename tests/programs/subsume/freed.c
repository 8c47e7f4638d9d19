// A block that is freed on one way only: that it lives is part of what was learned.
// homing: reach ! error:use-after-free --techniques subsume --search dfs => UNREACHABLE
// homing: reach ! error:use-after-free --techniques subsume --search dfs -- -DBAD => REACHED
// homing: check ! --subsume on => NO ERROR
// homing: check ! --subsume on -- -DBAD => ERROR use-after-free @use
#include <homing.h>
#include <stdlib.h>
#ifdef BAD
#define ALSO(c) ((c) == 12)
#else
#define ALSO(c) 0
#endif
int main(void) {
  int c = homing_any_int(), d = homing_any_int();
  char *p = malloc(4);
  if (!p)
    return 0;
  p[0] = 1;
  if (ALSO(c))
    free(p);
  int x = 3;
  if (d > 0)
    x = d;
  int sum = p[0] + x; // <use>
  if (!ALSO(c))
    free(p);
  return sum;
}
