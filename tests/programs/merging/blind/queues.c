// Each of 18 requests goes to one of three queues, through a pointer; a full one drops it.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
struct queue {
  int length, dropped;
};
static struct queue high, normal, low;
static struct queue *choose(unsigned char priority) {
  if (priority > 200)
    return &high;
  if (priority > 100)
    return &normal;
  return &low;
}
static void put(struct queue *q) {
  if (q->length == 5)
    q->dropped++;
  else
    q->length++;
}
int main(void) {
  unsigned char request[18];
  klee_make_symbolic(request, sizeof request, "request");
  for (int i = 0; i < 18; i++)
    put(choose(request[i]));
  if (high.length + normal.length + low.length == 16 - K)
    return 1; // <target>
  return 0;
}
