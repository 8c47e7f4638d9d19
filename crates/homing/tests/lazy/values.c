/* Arguments of every kind: records by value in registers and in memory, numbers, bit fields, unions, arrays. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct point {
  int x, y;
};
struct pair {
  long key;
  double value;
};
struct large {
  long a, b, c;
  double d;
};

struct large by_value(struct point p, struct large l, struct pair q, float f, bool on, int8_t small) {
  if (p.x == 3 && p.y == -4 && l.c == 77 && l.d > 2.5 && q.key == 9 && q.value == 0.5 && f < -1.0f && on && small == -128)
    exit(77); // @by_value by_value
  return l;
}

struct packed {
  unsigned low : 3;
  int middle : 5;
  unsigned : 4;
  unsigned high : 10;
  bool set : 1;
  union {
    int number;
    const char *text;
    double real;
  } as;
  int kind;
};

void members(struct packed *p) {
  if (p->low == 5 && p->middle == -7 && p->high == 513 && p->set) {
    if (p->kind == 1 && p->as.number == 42)
      exit(77); // @number members
    if (p->kind == 2 && strcmp(p->as.text, "hi") == 0)
      exit(77); // @text members
    if (p->kind == 3 && p->as.real == 1.25)
      exit(77); // @real members
  }
}

struct buffer {
  size_t length;
  char data[];
};

void flexible(struct buffer *b) {
  if (b->length == 3 && memcmp(b->data, "abc", 3) == 0)
    exit(77); // @flexible flexible
}

void matrix(int (*m)[3], const double *w, unsigned __int128 wide) {
  if (m[0][2] == 4 && w[3] == 8.0 && wide >> 100 == 5)
    exit(77); // @matrix matrix
}

struct item {
  int key;
  const char *name;
};

void table(const struct item *items, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (items[i].key == 42 && i == 2 && items[i].name[0] == 'x')
      exit(77); // @table table
}

/* Nobody says what it leads to. */
struct context {
  int state;
  char *log;
};

void opaque(void *user) {
  struct context *c = user;
  if (c->state == 11 && c->log[1] == '!')
    exit(77); // @opaque opaque
}

long double precise(long double x) {
  if (x == 2.0L)
    exit(77); // @precise precise
  return x;
}

struct board {
  char cells[2][3];
  int weights[2][2];
};

void grid(struct board *b, int (*cube)[2][4], enum { PLAIN, MARKED } how) {
  if (b->cells[1][2] == 'x' && b->cells[0][1] == 'o' && b->weights[1][0] == -5 && cube[0][1][3] == 9 && how == MARKED)
    exit(77); // @grid grid
}

/* Records in two registers, the second of which is not full. */
struct slice {
  const char *text;
  int length;
};
struct weighted {
  double weight;
  float error;
};

void slices(struct slice s, struct weighted w, struct slice t) {
  if (s.length == 2 && s.text[1] == 'x' && w.weight > 1.0 && w.error == 0.5f && t.length == -1)
    exit(77); // @slices slices
}

struct entries {
  unsigned n;
  struct {
    short key, value;
  } list[];
};

void entries(struct entries *e, _Atomic int *lock) {
  if (e->n == 2 && e->list[1].key == 5 && *lock == 1)
    exit(77); // @entries entries
}

typedef unsigned char four[4];
struct mixed {
  short kind;
  union {
    int i;
    float f;
  } each[3];
};

void mixed(struct mixed *m, four *bytes) {
  if (m->each[2].i == 7 && m->kind == 3 && (*bytes)[3] == 9)
    exit(77); // @mixed mixed
}
