// Fourteen nodes are put in front of one of two lists; together they have as many.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#include <stddef.h>
#ifndef K
#define K 0
#endif
struct node {
  unsigned char key;
  struct node *next;
};
static struct node nodes[14];
int main(void) {
  unsigned char key[14];
  klee_make_symbolic(key, sizeof key, "key");
  struct node *small = NULL, *large = NULL;
  int larger = 0;
  for (int i = 0; i < 14; i++) {
    nodes[i].key = key[i];
    if (key[i] < 128) {
      nodes[i].next = small;
      small = &nodes[i];
    } else {
      nodes[i].next = large;
      large = &nodes[i];
      larger++;
    }
  }
  int n = 0;
  for (struct node *p = large; p; p = p->next)
    n += p->key > 127;
  if (n != larger || larger == 15 - K)
    return 1; // <target>
  return 0;
}
