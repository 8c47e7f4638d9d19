// An evaluator of expressions that come as bytes, operators before their operands: a tree is built, its kinds are checked, and it is evaluated.
// One operator, a shift that goes round, does wrong for certain operands, and only inside of a choice that the check has let through.
// homing: reach ! @wrong => REACHED
#include <klee/klee.h>

enum { LENGTH = 9, DEPTH = 4 };

enum operator { CONSTANT, VARIABLE, PLUS, TURN, LESS, CHOOSE, OPERATORS };
enum kind { NUMBER, TRUTH, WRONG };

struct node {
  enum operator operator;
  unsigned char value;
  struct node *parts[3];
};

static unsigned char code[LENGTH];
static int at;
static struct node pool[LENGTH];
static int used;
static unsigned char variables[2];
static int chosen;

static const int parts_of[OPERATORS] = {0, 0, 2, 2, 2, 3};

static struct node *build(int depth) {
  if (at == LENGTH || depth == DEPTH)
    return 0;
  unsigned char c = code[at++];
  struct node *n = &pool[used++];
  n->operator = c & 7;
  n->value = c >> 3;
  if (n->operator >= OPERATORS)
    return 0;
  for (int i = 0; i < parts_of[n->operator]; i++) {
    n->parts[i] = build(depth + 1);
    if (!n->parts[i])
      return 0;
  }
  return n;
}

static enum kind kind_of(const struct node *n) {
  enum kind kinds[3];
  for (int i = 0; i < parts_of[n->operator]; i++) {
    kinds[i] = kind_of(n->parts[i]);
    if (kinds[i] == WRONG)
      return WRONG;
  }
  switch (n->operator) {
  case CONSTANT:
    return NUMBER;
  case VARIABLE:
    return n->value < 2 ? NUMBER : WRONG;
  case PLUS:
  case TURN:
    return kinds[0] == NUMBER && kinds[1] == NUMBER ? NUMBER : WRONG;
  case LESS:
    return kinds[0] == NUMBER && kinds[1] == NUMBER ? TRUTH : WRONG;
  default:
    return kinds[0] == TRUTH && kinds[1] == kinds[2] ? kinds[1] : WRONG;
  }
}

static unsigned char turn(unsigned char value, unsigned char by) {
  unsigned char result = value;
  int carried = 0;
  for (int i = 0; i < (by & 7); i++) {
    int top = result >> 7;
    result = (unsigned char)(result << 1);
    if (top) {
      result |= 1;
      carried++;
    }
  }
  if (carried == 3 && (by & 7) == 5 && chosen == 1 && result == 0x35)
    return 0; // <wrong>
  return result;
}

static unsigned char evaluate(const struct node *n);

static unsigned char two(const struct node *n) {
  unsigned char a = evaluate(n->parts[0]), b = evaluate(n->parts[1]);
  switch (n->operator) {
  case PLUS:
    return a + b;
  case TURN:
    return turn(a, b);
  default:
    return a < b;
  }
}

static unsigned char evaluate(const struct node *n) {
  switch (n->operator) {
  case CONSTANT:
    return n->value;
  case VARIABLE:
    return variables[n->value];
  case CHOOSE: {
    int first = evaluate(n->parts[0]);
    chosen++;
    unsigned char result = evaluate(n->parts[first ? 1 : 2]);
    chosen--;
    return result;
  }
  default:
    return two(n);
  }
}

int main(void) {
  klee_make_symbolic(code, sizeof code, "code");
  klee_make_symbolic(variables, sizeof variables, "variables");
  const struct node *n = build(0);
  if (!n || at != used || kind_of(n) == WRONG)
    return 0;
  return evaluate(n);
}
