// A cursor that goes round a ring and is never null.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
// homing: reach ! @target --subsume on => UNREACHABLE
// homing: reach ! @target --subsume on -- -DBAD => REACHED
#include <homing.h>
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1};
#ifndef BAD
  c.next = &a;
#endif
  struct node *at = &a;
  while (homing_any_int()) {
    if (!at)
      return 1; // <target>
    at = at->next;
  }
  return 0;
}
