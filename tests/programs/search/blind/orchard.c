// A search tree built from keys, in a pool. A path that turns at every node is counted as crooked; the gardener prunes only one kind of
// crooked path.
// homing: reach ! @snip => REACHED
#include <klee/klee.h>

#define KEYS 6

struct node {
  unsigned char key;
  struct node *left;
  struct node *right;
};

static struct node pool[KEYS];
static int made;
int pruned;

static struct node *fresh(unsigned char key) {
  struct node *n = &pool[made++];
  n->key = key;
  n->left = 0;
  n->right = 0;
  return n;
}

static struct node *insert(struct node *root, unsigned char key) {
  struct node **where = &root;
  while (*where) {
    if (key == (*where)->key)
      return root;
    where = key < (*where)->key ? &(*where)->left : &(*where)->right;
  }
  *where = fresh(key);
  return root;
}

static int height(const struct node *n) {
  if (!n)
    return 0;
  int l = height(n->left), r = height(n->right);
  return 1 + (l > r ? l : r);
}

static void prune(const struct node *top, const struct node *tip) {
  if (tip->key - top->key == 5) {
    pruned++; // <snip>
  }
}

static void crooked(const struct node *n) {
  const struct node *a = n->right;
  if (!a)
    return;
  const struct node *b = a->left;
  if (!b || a->right)
    return;
  const struct node *c = b->right;
  if (c && !b->left)
    prune(n, c);
}

static int inspect(const struct node *root) {
  int seen = 0;
  if (height(root) < 4)
    return 0;
  if (!root->left || root->left->left)
    return 0;
  for (const struct node *n = root; n; n = n->right) {
    crooked(n);
    seen++;
  }
  return seen;
}

static int garden(const unsigned char *keys) {
  struct node *root = 0;
  for (int i = 0; i < KEYS; i++) {
    if (keys[i] == 0)
      break;
    root = insert(root, keys[i]);
  }
  return root ? inspect(root) : 0;
}

int main(void) {
  unsigned char keys[KEYS];
  klee_make_symbolic(keys, sizeof keys, "keys");
  return garden(keys);
}
