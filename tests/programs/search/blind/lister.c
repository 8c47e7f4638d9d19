// A directory lister in miniature: an option word picks the quoting style, and then a banner, the fixed names and the user's own name are
// quoted in turn.
// homing: reach ! @spill => REACHED
#include <klee/klee.h>

#define ROOM 12

enum style { PLAIN, DOUBLE, SHELL, ESCAPE };

struct options {
  enum style style;
  int indent;
  int banner;
  int all;
};

static char line[ROOM];
static int used;
static int lines;
int spilled;

static void put(char c) {
  if (used >= ROOM) {
    spilled++; // <spill>
    used = 0;
  }
  line[used++] = c;
}

static void quote_char(char c, enum style style) {
  switch (style) {
  case SHELL:
    if (c == '\'') {
      put('\'');
      put('\\');
      put('\'');
    }
    put(c);
    break;
  case DOUBLE:
    if (c == '"')
      put('\\');
    put(c);
    break;
  case ESCAPE:
    if (c == ' ' || c == '\\')
      put('\\');
    put(c);
    break;
  default:
    put(c);
  }
}

static void quote(const char *text, int limit, enum style style) {
  if (style == SHELL)
    put('\'');
  if (style == DOUBLE)
    put('"');
  for (int i = 0; i < limit && text[i]; i++)
    quote_char(text[i], style);
  if (style == SHELL)
    put('\'');
  if (style == DOUBLE)
    put('"');
}

static void show(const char *text, int limit, const struct options *o) {
  used = 0;
  for (int i = 0; i < o->indent; i++)
    put(' ');
  quote(text, limit, o->style);
  lines++;
}

static int parse(const char *arg, int length, struct options *o) {
  int i = 0;
  if (arg[i++] != '-')
    return 0;
  for (; i < length && arg[i]; i++) {
    switch (arg[i]) {
    case 'Q': o->style = DOUBLE; break;
    case 's': o->style = SHELL; break;
    case 'b': o->style = ESCAPE; break;
    case 'N': o->style = PLAIN; break;
    case 'H': o->banner = 1; break;
    case 'a': o->all = 1; break;
    case 'i':
      if (i + 1 >= length || arg[i + 1] < '0' || arg[i + 1] > '3')
        return -1;
      o->indent = arg[++i] - '0';
      break;
    default:
      return -1;
    }
  }
  return 1;
}

static int list(const struct options *o, const char *name, int length) {
  if (o->banner)
    show("total", 5, o);
  if (o->all) {
    show(".", 1, o);
    show("..", 2, o);
  }
  show("it's", 4, o);
  if (name[0] != '.' || o->all)
    show(name, length, o);
  return lines;
}

int main(void) {
  char arg[5], name[3];
  struct options o = {PLAIN, 0, 0, 0};
  klee_make_symbolic(arg, sizeof arg, "arg");
  klee_make_symbolic(name, sizeof name, "name");
  if (parse(arg, sizeof arg, &o) < 0)
    return 2;
  return list(&o, name, sizeof name) == 0;
}
