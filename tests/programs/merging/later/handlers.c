// Each of 20 events is given to one of four handlers, through a table of functions.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
static int total;
static void skip(int n) { total += n & 0; }
static void one(int n) { total += 1 + (n & 0); }
static void low(int n) { total += n & 3; }
static void high(int n) { total += (n >> 4) & 3; }
static void (*const table[4])(int) = {skip, one, low, high};
int main(void) {
  unsigned char event[20];
  klee_make_symbolic(event, sizeof event, "event");
  for (int i = 0; i < 20; i++) {
    int which = 0;
    if (event[i] & 0x40)
      which = 2;
    if (event[i] & 0x80)
      which++;
    table[which](event[i]);
  }
  if (total == 61 - K)
    return 1; // <target>
  return 0;
}
