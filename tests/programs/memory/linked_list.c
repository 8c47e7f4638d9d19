// A list built from inputs, searched and reversed.
// homing: reach @order => REACHED
#include <klee/klee.h>
#include <stdlib.h>
struct node {
  int v;
  struct node *next;
};
int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = klee_range(0, 10, "v");
    n->next = head;
    head = n;
  }
  struct node *r = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = r;
    r = head;
    head = next;
  }
  int sorted = 1, sum = 0;
  for (struct node *n = r; n; n = n->next) {
    sum += n->v;
    if (n->next && n->v >= n->next->v)
      sorted = 0;
  }
  if (sorted && sum == 20)
    return 1; // <order>
  return 0;
}
