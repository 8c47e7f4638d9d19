// Open addressing: two keys that collide, and a third that is never found.
// homing: reach @collision => REACHED
// homing: reach @lost => UNREACHABLE
#include <klee/klee.h>
#include <string.h>
enum { SIZE = 8 };
static unsigned keys[SIZE];
static int used[SIZE], probes;
static unsigned hash(unsigned k) { return (k * 2654435761u) >> 29; }
static int insert(unsigned k) {
  for (unsigned i = 0; i < SIZE; i++) {
    unsigned at = (hash(k) + i) % SIZE;
    if (!used[at]) {
      used[at] = 1;
      keys[at] = k;
      return (int)at;
    }
    if (keys[at] == k)
      return (int)at;
    probes++;
  }
  return -1;
}
int main(void) {
  unsigned a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a < 1000);
  klee_assume(b < 1000);
  int at = insert(a), bt = insert(b);
  if (probes == 1 && a > 500 && b > a)
    return 1; // <collision>
  if (at < 0 || bt < 0 || keys[at] != a || keys[bt] != b)
    return 2; // <lost>
  return 0;
}
