/* Linked lists: as long as they have to be, rings, rings in both directions, lists that are freed. */
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int sum(struct node *list) {
  int s = 0, n = 0;
  for (struct node *p = list; p; p = p->next) {
    s += p->value;
    n++;
  }
  if (n == 4 && s == 1000 && list->next->value == -3)
    exit(77); // @sum sum
  return s;
}

int cycle(struct node *list) {
  struct node *slow = list, *fast = list;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast)
      exit(77); // @cycle cycle --lazy-alias
  }
  return 0;
}

struct both {
  struct both *next, *prev;
  int id;
};

void ring(struct both *b) {
  if (b->next != b && b->next->prev == b && b->next->next == b && b->prev == b->next && b->id > b->next->id)
    exit(77); // @ring ring
}

struct owner {
  struct owner *next;
  char *name;
};

void release(struct owner *o) {
  int named = 0;
  while (o) {
    struct owner *next = o->next;
    named += o->name != 0;
    free(o->name);
    free(o);
    o = next;
  }
  if (named == 2)
    exit(77); // @release release
}

char *grow(char **text, size_t n) {
  if (!*text)
    return 0;
  char *bigger = realloc(*text, n + 4);
  if (!bigger)
    return 0;
  *text = bigger;
  if (n == 2 && bigger[0] == 'k')
    exit(77); // @grow grow
  return bigger;
}

/* Two pointers to one object, which they are not without the flag. */
void same(struct node *a, struct node *b) {
  a->value = 1;
  b->value = 2;
  if (a->value == 2)
    exit(77); // @same same --lazy-alias
}

void not_same(struct node *a, struct node *b) {
  a->value = 1;
  b->value = 2;
  if (a->value == 2)
    exit(77); // @not_same not_same => UNKNOWN
}

void too_deep(struct node *list) {
  int n = 0;
  while (list) {
    list = list->next;
    n++;
  }
  if (n == 5)
    exit(77); // @too_deep too_deep --lazy-depth 3 => UNKNOWN
}
