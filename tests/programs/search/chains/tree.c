// A search tree grown from keys, then checked at every node: the check that fails looks at the weights of three nodes that hang together.
// homing: reach ! @unbalanced => REACHED
#include <klee/klee.h>

struct node {
  unsigned char key;
  struct node *left, *right;
};

static struct node pool[6];
static int used;

static struct node *insert(struct node *root, unsigned char key) {
  struct node *n = &pool[used++], **at = &root;
  n->key = key;
  n->left = n->right = 0;
  while (*at)
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  *at = n;
  return root;
}

static int bits(unsigned char k) {
  int n = 0;
  for (int i = 0; i < 8; i++)
    if (k >> i & 1)
      n++;
  return n;
}

static int crooked(const struct node *n) {
  if (!n->left || n->right)
    return 0;
  const struct node *m = n->left;
  if (m->left || !m->right)
    return 0;
  if (bits(n->key) == 7 && bits(m->key) == 1 && bits(m->right->key) == 4)
    return 1; // <unbalanced>
  return 0;
}

static int check(const struct node *n) {
  if (!n)
    return 0;
  if (crooked(n))
    return 1;
  return check(n->left) || check(n->right);
}

int main(void) {
  struct node *root = 0;
  for (int i = 0; i < 5; i++) {
    unsigned char key;
    klee_make_symbolic(&key, sizeof key, "key");
    root = insert(root, key);
  }
  return check(root);
}
