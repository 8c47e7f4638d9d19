// A binary search tree on the heap: insert, search, sum, free.
// homing: reach @chain => REACHED
// homing: reach @unordered => UNREACHABLE
// homing: check => NO ERROR
#include <klee/klee.h>
#include <stdlib.h>
struct tree {
  struct tree *left, *right;
  int v;
};
static struct tree *insert(struct tree *t, int v) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->v = v;
  } else if (v < t->v)
    t->left = insert(t->left, v);
  else
    t->right = insert(t->right, v);
  return t;
}
static int height(struct tree *t) {
  if (!t)
    return 0;
  int l = height(t->left), r = height(t->right);
  return 1 + (l > r ? l : r);
}
static int ordered(struct tree *t, int lo, int hi) {
  return !t || (t->v >= lo && t->v <= hi && ordered(t->left, lo, t->v) && ordered(t->right, t->v, hi));
}
static void drop(struct tree *t) {
  if (t) {
    drop(t->left);
    drop(t->right);
    free(t);
  }
}
int main(void) {
  struct tree *t = NULL;
  for (int i = 0; i < 4; i++)
    t = insert(t, klee_range(0, 100, "v"));
  int r = 0;
  if (height(t) == 4 && t->v == 50 && t->left)
    r = 1; // <chain>
  if (!ordered(t, 0, 99))
    r = 2; // <unordered>
  drop(t);
  return r;
}
