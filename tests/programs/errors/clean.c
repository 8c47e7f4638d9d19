// Much that looks dangerous and is not.
// homing: check --check overflow,shift,uninit => NO ERROR

#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
struct list {
  struct list *next;
  int value;
};
int main(void) {
  int n = klee_range(0, 4, "n");
  struct list *head = NULL;
  for (int i = 0; i < n; i++) {
    struct list *l = malloc(sizeof *l);
    l->next = head;
    l->value = i * i;
    head = l;
  }
  int sum = 0;
  while (head) {
    struct list *next = head->next;
    sum += head->value;
    free(head);
    head = next;
  }
  char text[8];
  memset(text, 'a', n);
  text[n] = 0;
  if ((int)strlen(text) != n)
    abort();
  int k = klee_range(1, 32, "k");
  unsigned m = 1u << (k - 1);
  free(NULL);
  return (int)(sum / k + (m != 0));
}
