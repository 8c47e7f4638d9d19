// Seven numbers are sorted by exchanges of two, 16 of them.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
static const char pairs[16][2] = {{0, 6}, {2, 3}, {4, 5}, {0, 2}, {1, 4}, {3, 6}, {0, 1}, {2, 5},
                                  {3, 4}, {1, 2}, {4, 6}, {2, 3}, {4, 5}, {1, 2}, {3, 4}, {5, 6}};
int main(void) {
  unsigned char x[7];
  klee_make_symbolic(x, sizeof x, "x");
  for (int i = 0; i < 16 - K; i++) {
    int a = pairs[i][0], b = pairs[i][1];
    if (x[a] > x[b]) {
      unsigned char t = x[a];
      x[a] = x[b];
      x[b] = t;
    }
  }
  for (int i = 0; i < 6; i++)
    if (x[i] > x[i + 1])
      return 1; // <target>
  return 0;
}
