// A small shell reads a line: words with quotes and escapes, assignments, redirections. Words are expanded by one function wherever they stand;
// only the name of a file that output is added to, quoted in a certain way, is expanded to nothing.
// homing: reach ! @nothing => REACHED
#include <klee/klee.h>

enum { LENGTH = 6, WORDS = 3 };

enum token { END, WORD, PIPE, INTO, ADD, BAD };

struct word {
  char text[LENGTH + 1];
  int length;
};

struct command {
  struct word words[WORDS];
  int count;
  struct word output;
  int adds, has_output;
  char variable;
};

static char line[LENGTH + 1];
static int at;
static struct word current;

static int is_blank(char c) { return c == ' ' || c == '\t'; }

static int ends_word(char c) { return c == 0 || is_blank(c) || c == '|' || c == '>'; }

// Takes a word as it stands, with its quotes.
static enum token scan_word(void) {
  current.length = 0;
  char quote = 0;
  while (line[at] && (quote || !ends_word(line[at]))) {
    char c = line[at++];
    if (quote) {
      if (c == quote)
        quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '\\') {
      if (!line[at])
        return BAD;
      current.text[current.length++] = c;
      c = line[at++];
    }
    current.text[current.length++] = c;
  }
  current.text[current.length] = 0;
  return quote ? BAD : WORD;
}

static enum token next(void) {
  while (is_blank(line[at]))
    at++;
  switch (line[at]) {
  case 0:
    return END;
  case '|':
    at++;
    return PIPE;
  case '>':
    at++;
    if (line[at] != '>')
      return INTO;
    at++;
    return ADD;
  default:
    return scan_word();
  }
}

// The word without its quotes; a variable that is not set stands for nothing.
static int expand(const struct word *w, const struct command *c, struct word *out) {
  int quoted = 0, variables = 0;
  out->length = 0;
  for (int i = 0; i < w->length; i++) {
    char k = w->text[i];
    if (k == '\'' || k == '"') {
      quoted++;
    } else if (k == '\\') {
      out->text[out->length++] = w->text[++i];
    } else if (k == '$' && i + 1 < w->length) {
      variables++;
      if (w->text[++i] == c->variable)
        out->text[out->length++] = 'v';
    } else {
      out->text[out->length++] = k;
    }
  }
  out->text[out->length] = 0;
  if (out->length == 0 && quoted == 2 && variables == 1 && c->adds)
    return -1; // <nothing>
  return out->length;
}

static int assign(struct command *c) {
  if (current.length < 3 || current.text[1] != '=' || c->count)
    return 0;
  struct word value;
  c->variable = current.text[0];
  return expand(&current, c, &value) > 0;
}

static int name(struct command *c) {
  struct word n;
  if (expand(&current, c, &n) <= 0)
    return 0;
  c->words[c->count++] = n;
  return 1;
}

static int redirect(struct command *c, int adds) {
  if (next() != WORD || c->has_output)
    return 0;
  c->adds = adds;
  c->has_output = 1;
  return expand(&current, c, &c->output) > 0;
}

static int command(struct command *c) {
  for (;;) {
    switch (next()) {
    case END:
    case PIPE:
      return c->count;
    case WORD:
      if (!assign(c) && (c->count == WORDS || !name(c)))
        return -1;
      break;
    case INTO:
      if (!redirect(c, 0))
        return -1;
      break;
    case ADD:
      if (!redirect(c, 1))
        return -1;
      break;
    default:
      return -1;
    }
  }
}

int main(void) {
  klee_make_symbolic(line, sizeof line, "line");
  line[LENGTH] = 0;
  int commands = 0;
  while (line[at] && commands < 3) {
    struct command c = {.count = 0, .adds = 0, .has_output = 0, .variable = 0};
    if (command(&c) < 0)
      return 1;
    commands++;
  }
  return 0;
}
