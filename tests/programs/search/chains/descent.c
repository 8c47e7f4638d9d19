// A recursive-descent parser that makes a tree, and a pass over it that folds constants: what is folded wrongly is a division of a certain kind.
// homing: reach ! @wrong => REACHED
#include <klee/klee.h>

enum kind { NUMBER, NAME, SUM, PRODUCT, QUOTIENT };

struct node {
  enum kind kind;
  int value;
  struct node *left, *right;
};

static char text[8];
static int at;
static struct node pool[16];
static int used;

static struct node *make(enum kind k, int value, struct node *l, struct node *r) {
  struct node *n = &pool[used++];
  n->kind = k;
  n->value = value;
  n->left = l;
  n->right = r;
  return n;
}

static struct node *sum(void);

static struct node *primary(void) {
  char c = text[at];
  if (c >= '0' && c <= '9') {
    at++;
    return make(NUMBER, c - '0', 0, 0);
  }
  if (c >= 'a' && c <= 'z') {
    at++;
    return make(NAME, c, 0, 0);
  }
  if (c == '(') {
    at++;
    struct node *n = sum();
    if (!n || text[at] != ')')
      return 0;
    at++;
    return n;
  }
  return 0;
}

static struct node *product(void) {
  struct node *l = primary();
  while (l && (text[at] == '*' || text[at] == '/')) {
    char op = text[at++];
    struct node *r = primary();
    if (!r)
      return 0;
    l = make(op == '*' ? PRODUCT : QUOTIENT, 0, l, r);
  }
  return l;
}

static struct node *sum(void) {
  struct node *l = product();
  while (l && text[at] == '+') {
    at++;
    struct node *r = product();
    if (!r)
      return 0;
    l = make(SUM, 0, l, r);
  }
  return l;
}

static int quotient(const struct node *n) {
  const struct node *l = n->left, *r = n->right;
  if (l->kind == NUMBER && r->kind == NUMBER) {
    int rest = l->value, times = 0;
    while (rest >= r->value && times < 10) {
      rest -= r->value;
      times++;
    }
    if (times == 2 && rest == 2)
      return 1; // <wrong>
  }
  return 0;
}

static int fold(const struct node *n) {
  if (n->kind == QUOTIENT && quotient(n))
    return 1;
  if (n->left && fold(n->left))
    return 1;
  return n->right ? fold(n->right) : 0;
}

int main(void) {
  klee_make_symbolic(text, sizeof text, "text");
  text[7] = 0;
  struct node *n = sum();
  if (n && !text[at])
    return fold(n);
  return 0;
}
