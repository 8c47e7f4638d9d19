/* Functions that the caller brings: they return anything. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int is_sorted(const int *v, size_t n, int (*compare)(int, int)) {
  int last = 0;
  for (size_t i = 1; i < n; i++) {
    int c = compare(v[i - 1], v[i]);
    if (c < last)
      exit(77); // @is_sorted is_sorted
    last = c;
  }
  return 1;
}

typedef void *(*allocate)(void *user, size_t n);
struct heap {
  allocate take;
  void (*give)(void *user, void *block);
  double (*weight)(const struct heap *, char);
  void *user;
};

char *copy(struct heap *h, const char *s) {
  size_t n = strlen(s) + 1;
  char *p = h->take(h->user, n);
  if (!p)
    return 0;
  p[0] = s[0];
  h->give(h->user, p);
  if (n == 3 && h->weight(h, s[0]) > 1.5 && h->weight(h, s[1]) == -2.0)
    exit(77); // @copy copy
  return p;
}

struct record {
  int id;
  struct record *next;
};

int walk(struct record *(*next)(void *), void *user) {
  int sum = 0;
  for (struct record *r; (r = next(user)) != NULL;)
    sum = sum * 10 + r->id;
  if (sum == 42)
    exit(77); // @walk walk
  return sum;
}
