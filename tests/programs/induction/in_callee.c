// A global that only a function writes, which the loop calls.
// homing: reach ! @target --techniques prune,induction:0 => UNREACHABLE
// homing: reach ! @target --techniques prune,induction:0 -- -DBAD => REACHED
#include <homing.h>
int level;
#ifdef BAD
#define MOST 3
#else
#define MOST 2
#endif
static void raise(void) {
  if (level < MOST)
    level++;
}
static void lower(void) {
  if (level > 0)
    level--;
}
int main(void) {
  void (*f[2])(void) = {raise, lower};
  while (homing_any_int())
    f[homing_any_int() & 1]();
  if (level == 3)
    return 1; // <target>
  return 0;
}
