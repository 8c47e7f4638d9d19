// A line editor: commands of one letter with a count, found in a table of handlers, change a small text and leave what undoes them on a stack.
// Undoing checks what it takes from the stack, and one kind of damage is only there after certain commands in a certain order.
// homing: reach ! @damaged => REACHED
#include <klee/klee.h>

enum { LINES = 6, STEPS = 4, DEPTH = 4 };

enum kind { NONE, INSERTED, DELETED, MOVED };

struct step {
  enum kind kind;
  int line, count;
  unsigned char seal;
};

struct editor {
  unsigned char lines[LINES];
  int used, cursor, marked;
  struct step undo[DEPTH];
  int depth;
};

// A step carries a sum over the text it was taken from: one bit at a time.
static unsigned char seal(const struct editor *e, int line) {
  unsigned char sum = 0;
  unsigned char text = e->lines[line];
  for (int i = 0; i < 4; i++) {
    if (text & 0x80)
      sum ^= 0x1d;
    text <<= 1;
    sum += i;
  }
  return sum;
}

static void remember(struct editor *e, enum kind kind, int line, int count) {
  if (e->depth == DEPTH)
    return;
  struct step *s = &e->undo[e->depth++];
  s->kind = kind;
  s->line = line;
  s->count = count;
  s->seal = kind == DELETED ? seal(e, line) : 0;
}

static int insert(struct editor *e, unsigned char value) {
  if (e->used == LINES)
    return 0;
  for (int i = e->used; i > e->cursor; i--)
    e->lines[i] = e->lines[i - 1];
  e->lines[e->cursor] = value;
  e->used++;
  remember(e, INSERTED, e->cursor, 1);
  return 1;
}

static int erase(struct editor *e, unsigned char value) {
  if (e->cursor >= e->used)
    return 0;
  remember(e, DELETED, e->cursor, value & 3);
  for (int i = e->cursor; i + 1 < e->used; i++)
    e->lines[i] = e->lines[i + 1];
  e->used--;
  return 1;
}

static int move(struct editor *e, unsigned char value) {
  int to = value < 128 ? e->cursor + 1 : e->cursor - 1;
  if (to < 0 || to > e->used)
    return 0;
  remember(e, MOVED, e->cursor, to);
  e->cursor = to;
  return 1;
}

static int mark(struct editor *e, unsigned char value) {
  if (e->marked)
    return 0;
  e->marked = value > 100 ? e->cursor + 1 : 0;
  return 1;
}

static int is_damaged(const struct editor *e, const struct step *s) {
  int ones = 0;
  for (int i = 0; i < 8; i++)
    if (s->seal >> i & 1)
      ones++;
  if (ones == 4 && s->count == 2 && e->marked == 2 && s->line == 1)
    return 1; // <damaged>
  return 0;
}

static int undo(struct editor *e, unsigned char value) {
  if (e->depth == 0)
    return 0;
  struct step *s = &e->undo[--e->depth];
  switch (s->kind) {
  case INSERTED:
    e->used--;
    return 1;
  case DELETED:
    if (is_damaged(e, s))
      return -1;
    e->used++;
    return 1;
  case MOVED:
    e->cursor = s->line;
    return 1;
  default:
    return value == 0;
  }
}

struct handler {
  char letter;
  int (*run)(struct editor *, unsigned char);
};

static const struct handler table[] = {{'i', insert}, {'d', erase}, {'g', move}, {'m', mark}, {'u', undo}};

static int execute(struct editor *e, char letter, unsigned char value) {
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
    if (table[i].letter == letter)
      return table[i].run(e, value);
  return 0;
}

int main(void) {
  struct editor e = {.lines = {7, 122, 99}, .used = 3, .cursor = 0, .marked = 0, .depth = 0};
  for (int i = 0; i < STEPS; i++) {
    char letter;
    unsigned char value;
    klee_make_symbolic(&letter, sizeof letter, "letter");
    klee_make_symbolic(&value, sizeof value, "value");
    if (execute(&e, letter, value) < 0)
      return 1;
  }
  return 0;
}
