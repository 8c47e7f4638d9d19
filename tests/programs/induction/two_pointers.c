// A record that is reached by two pointers.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
struct pair {
  int a, b;
};
int main(void) {
  struct pair s = {0, 0}, *p = &s, *q = &s;
  while (homing_any_int()) {
    p->a = homing_any_int();
    q->b = p->a;
#ifdef BAD
    if (homing_any_int())
      q->a++;
#endif
  }
  if (s.a != s.b)
    return 1; // <target>
  return 0;
}
