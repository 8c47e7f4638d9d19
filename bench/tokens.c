/* A tokenizer with a small state machine over N unknown bytes: lists of words and numbers in brackets. */
#include <klee/klee.h>

#ifndef N
#define N 10
#endif

enum { BAD = -1 };

static int letter(char c) { return c >= 'a' && c <= 'z'; }
static int digit(char c) { return c >= '0' && c <= '9'; }

/* item = word | number of at most two digits | '[' item (',' item)* ']' */
static int count_items(const char *text, int length) {
  int at = 0, open = 0, items = 0, want_item = 1;
  while (at < length && text[at]) {
    char c = text[at++];
    if (want_item && c == '[') {
      if (++open > 2)
        return BAD;
    } else if (want_item && letter(c)) {
      items++;
      want_item = 0;
    } else if (want_item && digit(c)) {
      int digits = 1;
      while (at < length && digit(text[at])) {
        at++;
        if (++digits > 2)
          return BAD;
      }
      items++;
      want_item = 0;
    } else if (!want_item && c == ',') {
      want_item = 1;
    } else if (!want_item && c == ']') {
      if (open-- == 0)
        return BAD;
    } else {
      return BAD;
    }
  }
  return open == 0 && !want_item ? items : BAD;
}

int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  return count_items(text, N) == BAD;
}
