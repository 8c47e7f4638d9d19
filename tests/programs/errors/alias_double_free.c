// Two owners of one block.
// homing: check => ERROR double-free @second

#include <klee/klee.h>
#include <stdlib.h>
struct box {
  char *data;
};
static void drop(struct box *b) {
  free(b->data); // <second>
  b->data = 0;
}
int main(void) {
  struct box a = {malloc(3)}, b = {0};
  if (klee_int("share") == 12)
    b = a;
  drop(&a);
  drop(&b);
  return 0;
}
