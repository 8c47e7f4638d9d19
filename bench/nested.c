/* As calls.c, one call deeper and behind a guard. */
#include <klee/klee.h>

#ifdef COUNT /* the endless loops count: nobody sees from their state that they are endless */
volatile unsigned rounds;
#define ROUND rounds++
#else
#define ROUND
#endif

volatile int noise;

static void work(int key, int mask) {
  int weight = 0;
  for (int bit = 0; bit < 6; bit++) {
    if (mask % 2)
      weight += 2;
    mask /= 2;
  }
  for (;; ROUND)
    if (key == 42 && weight == 0)
      klee_assert(0); /* TARGET */
}

static void dispatch(int key, int mask) {
  for (int k = 0; k < 1000; k++)
    if (k == key)
      work(key, mask);
}

int main(void) {
  int key, mask;
  klee_make_symbolic(&key, sizeof key, "key");
  klee_make_symbolic(&mask, sizeof mask, "mask");
  klee_assume(mask >= 0);
  for (int k = 0; k < 100; k++)
    noise += k;
  if (key >= 30)
    dispatch(key, mask);
  return 0;
}
