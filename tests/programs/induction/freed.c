// A block that is freed in the loop, on one of its ways.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
#include <stdlib.h>
int main(void) {
  int live = 1, *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 0;
  while (homing_any_int()) {
    int *q = malloc(sizeof *q);
    if (!q)
      break;
    *q = 1;
    if (live)
      *p = *q;
    free(q);
#ifdef BAD
    if (homing_any_int() && live) {
      free(p);
      live = 0;
    }
#endif
  }
  if (!live || *p > 1)
    return 1; // <target>
  return 0;
}
