// Pointers and allocation in the 32-bit model.
// homing: reach @hit --32 => REACHED
// homing: check --32 => ERROR out-of-bounds @bad
#include <klee/klee.h>
#include <stdlib.h>
struct node {
  struct node *next;
  long long v;
};
int main(void) {
  struct node *n = malloc(2 * sizeof *n);
  int i = klee_range(0, 3, "i");
  n[0].next = &n[1];
  n[1].next = 0;
  n[0].v = n[1].v = 5;
  if (i == 1 && n[0].next[0].v == 5)
    n[1].v = 6; // <hit>
  long long r = n[i].v; // <bad>
  free(n);
  return (int)r;
}
