/* One of a thousand calls, and one of the 64 ways through it, leads to the target; the others never return. */
#include <klee/klee.h>

#ifdef COUNT /* the endless loops count: nobody sees from their state that they are endless */
volatile unsigned rounds;
#define ROUND rounds++
#else
#define ROUND
#endif

static void work(int key, int mask) {
  int weight = 0;
  for (int bit = 0; bit < 6; bit++) {
    if (mask % 2)
      weight += 2;
    mask /= 2;
  }
  for (;; ROUND)
    if (key == 9 && weight == 0)
      klee_assert(0); /* TARGET */
}

int main(void) {
  int key, mask;
  klee_make_symbolic(&key, sizeof key, "key");
  klee_make_symbolic(&mask, sizeof mask, "mask");
  klee_assume(mask >= 0);
  for (int k = 0; k < 1000; k++)
    if (k == key)
      work(key, mask);
  return 0;
}
