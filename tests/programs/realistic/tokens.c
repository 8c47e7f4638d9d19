// A tokenizer with keywords, numbers and comments.
// homing: reach @keyword @comment @number => REACHED, REACHED, REACHED
// homing: check => NO ERROR
#include <klee/klee.h>
#include <string.h>
enum kind { END, WORD, KEYWORD, NUMBER, OTHER };
static const char *at;
static enum kind next(void) {
  while (*at == ' ' || *at == '#') {
    if (*at == '#') {
      while (*at && *at != '\n')
        at++; // <comment>
      if (!*at)
        return END;
    }
    at++;
  }
  if (!*at)
    return END;
  if (*at >= '0' && *at <= '9') {
    while (*at >= '0' && *at <= '9')
      at++;
    return NUMBER; // <number>
  }
  if (*at >= 'a' && *at <= 'z') {
    const char *start = at;
    while (*at >= 'a' && *at <= 'z')
      at++;
    if (at - start == 2 && memcmp(start, "if", 2) == 0)
      return KEYWORD; // <keyword>
    return WORD;
  }
  at++;
  return OTHER;
}
int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[4] == 0);
  at = text;
  int n = 0;
  while (next() != END)
    n++;
  return n;
}
