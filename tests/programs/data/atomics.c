// Atomic operations, one after the other.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int counter = 5;
int main(void) {
  int x = __VERIFIER_nondet_int(), expected = 5;
  int old = atomic_fetch_add(&counter, 3);
  if (atomic_compare_exchange_strong(&counter, &expected, 1))
    return 2; // <never>
  if (old == 5 && expected == 8 && atomic_exchange(&counter, x) == 8 && atomic_load(&counter) == 44)
    return 1; // <hit>
  return 0;
}
