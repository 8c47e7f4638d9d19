// A bucket of tokens: each tick brings one, each request takes one; no more requests are served than there were tokens.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
struct bucket {
  int tokens, served, refused;
};
static void tick(struct bucket *b) {
  if (b->tokens < 5)
    b->tokens++;
}
static int request(struct bucket *b) {
  if (b->tokens == 0) {
    b->refused++;
    return 0;
  }
  b->tokens--;
  b->served++;
  return 1;
}
int main(void) {
  unsigned char event[22];
  klee_make_symbolic(event, sizeof event, "event");
  struct bucket b = {2, 0, 0};
  int refused = 0;
  for (int i = 0; i < 22; i++) {
    if (event[i] < 100)
      tick(&b);
    else if (!request(&b))
      refused++;
  }
  if (2 * b.served - b.refused == 25 - 3 * K && b.tokens >= 0)
    return 1; // <target>
  return 0;
}
