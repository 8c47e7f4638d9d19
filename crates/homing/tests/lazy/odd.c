/* What is easily got wrong: old definitions, values without a constant, padding, names, what is declared only, what others may change. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int old_style(b, c) float b; char c;
{
  if (b == 1.5f && c == 'x')
    exit(77); // @old_style old_style
  return 0;
}

void not_a_number(double x, float y) {
  uint64_t u;
  uint32_t v;
  memcpy(&u, &x, sizeof u);
  memcpy(&v, &y, sizeof v);
  if (u == 0xfff0000000000123 && v == 0x7fa00001)
    exit(77); // @not_a_number not_a_number
}

struct padded {
  char c;
  int i;
};

void by_value(struct padded a, struct padded b) {
  if (a.c == b.c && a.i == b.i && memcmp(&a, &b, sizeof a))
    exit(77); // @by_value by_value
}

void by_address(struct padded *a, struct padded *b) {
  if (a->c == b->c && a->i == b->i && memcmp(a, b, sizeof *a))
    exit(77); // @by_address by_address
}

void same_name(int *same_name) {
  if (*same_name == 3)
    exit(77); // @same_name same_name
}

extern int log_level;
extern struct settings {
  int a;
  char *name;
} settings;
int nowhere(int);
int other(int x) { return nowhere(x); }

void declared_only(int n) {
  if (log_level == 5 && n == 3 && settings.a == 9 && settings.name[0] == 'q')
    exit(77); // @declared_only declared_only
}

/* A function without a body cannot change what it cannot name. */
static int quiet = 0;
void unchanged(int n) {
  if (quiet == 7 && n)
    exit(77); // @unchanged unchanged => UNREACHABLE
}

static volatile int flag;
void on_signal(int s) { flag = s; }
void waits(void) {
  flag = 0;
  while (!flag)
    ;
  exit(77); // @waits waits => UNKNOWN
}

int last_error(void) {
  if (errno == 5)
    exit(77); // @last_error last_error => UNKNOWN
  return 0;
}

/* A function of the caller's may call this one. */
static int called;
void helper(void) {
  called = 1;
  exit(77); // @helper callback => UNKNOWN
}
void callback(void (*f)(int), int n) {
  if (n > 0)
    f(n);
}

/* A parameter that hides a global, a global with a name that a harness would take, a pointer that is found to be a global's address. */
static int level;
int given_level[2];
void set_level(int v) { level = v; }
static int get_level(void) { return level; }
void hidden(int level) {
  if (level == 3 && get_level() == 4)
    exit(77); // @hidden hidden
}
void taken(int *level) {
  if (*level == 3)
    exit(77); // @taken taken
}

struct node {
  int value;
  struct node *next;
} nil = {1, 0};

void sentinel(struct node *p) {
  if (p->next == &nil && p->next->value == 9)
    exit(77); // @sentinel sentinel
}

const volatile int hardware = 0;
void registers(void) {
  if (hardware == 5)
    exit(77); // @registers registers => UNKNOWN
}
