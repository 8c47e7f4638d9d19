/* A function of a library: no main, no inputs of its own.
 *
 *   homing reach examples/list.c:20 --entry merge --lazy --harness call_merge.c
 */
struct node {
  int key;
  struct node *next;
};

/* Merges two sorted lists. The first may begin with a key that is in the second, too: then one of the two is skipped. */
struct node *merge(struct node *a, struct node *b) {
  struct node head = {0, 0}, *last = &head;
  while (a && b) {
    if (a->key == b->key && a != b)
      a = a->next;
    struct node **from = a && a->key < b->key ? &a : &b;
    last->next = *from;
    last = *from;
    if (last->next && last->next->key < last->key)
      return 0; /* the list was not sorted */
    *from = (*from)->next;
  }
  last->next = a ? a : b;
  return head.next;
}
