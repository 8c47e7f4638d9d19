// A stream of records, each with a tag that selects a handler from a table. One handler unpacks a field bit by bit before it looks at it, and
// only a later record can have what it looks for.
// homing: reach ! @found => REACHED
#include <klee/klee.h>

struct record {
  unsigned char tag, a, b, c;
};

struct session {
  int open, count, level;
  unsigned char key;
};

static int ones(unsigned v, int width) {
  int n = 0;
  for (int i = 0; i < width; i++) {
    if (v & 1)
      n++;
    v >>= 1;
  }
  return n;
}

static int unpack(const struct record *r, const struct session *s) {
  int high = ones(r->a, 8), low = ones(r->b, 4);
  if (high == 1 && low == 3 && (r->a ^ r->c) == s->key && s->level > 2)
    return 1; // <found>
  return 0;
}

static void on_open(const struct record *r, struct session *s) {
  s->open = 1;
  s->key = r->a;
}

static void on_close(const struct record *r, struct session *s) {
  if (r->a == 0)
    s->open = 0;
}

static void on_level(const struct record *r, struct session *s) {
  if (s->open && r->b > 10)
    s->level++;
}

static void on_data(const struct record *r, struct session *s) {
  if (!s->open)
    return;
  s->count += unpack(r, s);
}

static void on_skip(const struct record *r, struct session *s) {
  for (int i = 0; i < r->c; i++)
    s->count++;
}

typedef void (*handler)(const struct record *, struct session *);

static handler table[] = {on_open, on_close, on_level, on_data, on_skip};

static void dispatch(const struct record *r, struct session *s) {
  if (r->tag < sizeof table / sizeof table[0])
    table[r->tag](r, s);
}

int main(void) {
  struct session s = {0, 0, 0, 0};
  for (int i = 0; i < 6; i++) {
    struct record r;
    klee_make_symbolic(&r, sizeof r, "record");
    dispatch(&r, &s);
  }
  return s.count;
}
