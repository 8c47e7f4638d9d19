// A ring buffer that overflows only if puts outnumber gets by its size; a get costs less than a put.
// homing: reach @hit => REACHED
#include <klee/klee.h>
#define SIZE 6
static int ring[SIZE];
static unsigned head, tail;
static int put(int v) {
  if (tail - head == SIZE)
    return -1; // <hit>
  ring[tail++ % SIZE] = v * v + 3 * v + 1;
  return 0;
}
static int get(void) { return head == tail ? 0 : ring[head++ % SIZE]; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 16; i++) {
    int what = klee_range(0, 4, "what");
    if (what == 0)
      sum += get();
    else if (what == 1 && put(i) < 0)
      return 1;
  }
  return sum & 1;
}
