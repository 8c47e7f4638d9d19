// Two thousand inputs, each compared with a running sum of the others: one path condition of that length is dear, a concrete run is not,
// and nearly every input has two neighbours out of order. `ranges` draws within bounds, so that no guess is thrown away.
// homing: reach ! @disorder --search guess => REACHED
// homing: reach ! --solver-limit 10 @disorder => REACHED
// homing: reach ! @ranges --search guess => REACHED
#include <klee/klee.h>
enum { N = 2000 };
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned samples[N];
int main(void) {
  unsigned sum = 0, turns = 0;
  for (int i = 0; i < N; i++) {
    samples[i] = __VERIFIER_nondet_uint();
    sum = sum * 31 + samples[i];
  }
  for (int i = 0; i < N; i++)
    if ((samples[i] ^ sum) < samples[(i + 1) % N])
      turns++;
  int low = klee_range(-3, 4, "low");
  int pick = (int)klee_choose(3);
  if (low < -3 || low > 3 || pick > 2)
    return 3;
  if (low * 3 + pick == 7)
    return 2; // <ranges>
  if (turns > 0)
    return 1; // <disorder>
  return 0;
}
