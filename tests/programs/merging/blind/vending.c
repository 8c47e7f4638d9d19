// A machine that takes coins of 5, 10 and 25 and sells for 50: what is left is less.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=5 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
struct machine {
  int credit, sold, refused;
};
static void insert(struct machine *m, unsigned char coin) {
  switch (coin) {
  case 5:
  case 10:
  case 25:
    m->credit += coin;
    break;
  default:
    m->refused++;
  }
  if (m->credit >= 50) {
    m->credit -= 50;
    m->sold++;
  }
}
int main(void) {
  unsigned char coin[16];
  klee_make_symbolic(coin, sizeof coin, "coin");
  struct machine m = {0};
  for (int i = 0; i < 16; i++)
    insert(&m, coin[i]);
  if (m.credit >= 50 - K)
    return 1; // <target>
  return 0;
}
