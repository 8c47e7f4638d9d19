// A tool that makes device files: options, then checks of its operands. Names are quoted for messages at several places, and only the
// quoting for the last one, in the style that an option selects, can fill the buffer.
// homing: reach ! @full => REACHED
#include <klee/klee.h>

enum style { PLAIN, SHELL, ESCAPE };

struct name {
  char text[7];
};

struct buffer {
  int used;
  int escaped;
};

static int is_special(char c) { return c == ' ' || c == '*' || c == '$'; }

static void put(struct buffer *b, int n) { b->used += n; }

static int quote(const struct name *n, enum style style, struct buffer *b) {
  b->used = 0;
  b->escaped = 0;
  if (style != PLAIN)
    put(b, 2);
  for (int i = 0; i < 6 && n->text[i]; i++) {
    char c = n->text[i];
    if (c == '\'') {
      put(b, style == SHELL ? 4 : 1);
      b->escaped++;
    } else if (c == '\\') {
      put(b, style == ESCAPE ? 2 : 1);
      b->escaped++;
    } else if (c < ' ') {
      put(b, style == ESCAPE ? 4 : 1);
    } else if (is_special(c)) {
      put(b, style == PLAIN ? 1 : 2);
    } else {
      put(b, 1);
    }
  }
  if (b->used > 20 && b->escaped == 0 && style == ESCAPE)
    return -1; // <full>
  return b->used;
}

static int message(const char *what, const struct name *n, enum style style) {
  struct buffer b;
  int length = what[0] ? 1 : 0;
  length += quote(n, style, &b);
  return length;
}

struct options {
  enum style style;
  int mode, verbose, kind;
};

static int parse(const char *argument, struct options *o) {
  if (argument[0] != '-')
    return 0;
  switch (argument[1]) {
  case 'm':
    o->mode = argument[2] - '0';
    return o->mode >= 0 && o->mode <= 7;
  case 'v':
    o->verbose++;
    return 1;
  case 'b':
  case 'c':
  case 'p':
    o->kind = argument[1];
    return 1;
  case 'E':
    o->style = ESCAPE;
    return 1;
  case 'S':
    o->style = SHELL;
    return 1;
  default:
    return 0;
  }
}

static int check_mode(const struct options *o, const struct name *n) {
  if (o->mode > 6)
    return message("mode", n, PLAIN);
  return 0;
}

static int check_kind(const struct options *o, const struct name *n) {
  if (o->kind == 0)
    return message("kind", n, SHELL);
  if (o->kind == 'p' && o->verbose)
    return message("pipe", n, PLAIN);
  return 0;
}

static int create(const struct options *o, const struct name *n) {
  if (n->text[0] == 0)
    return message("empty", n, PLAIN);
  if (o->kind == 'b' && o->verbose == 1 && n->text[0] != '/')
    return message("created", n, o->style);
  return 0;
}

int main(void) {
  char arguments[3][3];
  struct name name;
  klee_make_symbolic(arguments, sizeof arguments, "arguments");
  klee_make_symbolic(&name, sizeof name, "name");
  struct options o = {PLAIN, 0, 0, 0};
  for (int i = 0; i < 3; i++)
    if (!parse(arguments[i], &o))
      message("option", &name, PLAIN);
  check_mode(&o, &name);
  check_kind(&o, &name);
  return create(&o, &name) < 0;
}
