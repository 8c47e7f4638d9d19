/* Trees of a certain shape. */
#include <stdlib.h>

typedef struct tree {
  char key;
  struct tree *left, *right;
} tree_t;

static int height(const tree_t *t) {
  if (!t)
    return 0;
  int l = height(t->left), r = height(t->right);
  return 1 + (l > r ? l : r);
}

static int ordered(const tree_t *t, int low, int high) {
  if (!t)
    return 1;
  if (t->key <= low || t->key >= high)
    return 0;
  return ordered(t->left, low, t->key) && ordered(t->right, t->key, high);
}

void balanced(tree_t *t) {
  if (height(t) == 3 && ordered(t, 'a', 'z') && t->left && t->left->right && t->left->right->key == 'q')
    exit(77); // @balanced balanced
}

/* An expression as a tree: kind decides which member of the union counts. */
struct expr {
  enum { NUMBER, NEGATE, ADD } kind;
  union {
    long number;
    struct expr *operand;
    struct {
      struct expr *left, *right;
    };
  };
};

static long eval(const struct expr *e) {
  switch (e->kind) {
  case NUMBER:
    return e->number;
  case NEGATE:
    return -eval(e->operand);
  default:
    return eval(e->left) + eval(e->right);
  }
}

void expression(struct expr *e) {
  if (e->kind == ADD && e->left->kind == NEGATE && e->right->kind == NUMBER && eval(e) == 12345)
    exit(77); // @expression expression --lazy-depth 4
}
