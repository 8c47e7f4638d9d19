/* A small language of nested sections: keywords, braces, numbers, and a sum over the text at its end. What is asked for is deep in it. */
#include "homing.h"
#include <string.h>

static const char *at, *end;
static int depth, sections, total;

static void blanks(void) {
  while (at < end && (*at == ' ' || *at == '\n'))
    at++;
}

static int keyword(const char *word) {
  unsigned long n = strlen(word);
  if ((unsigned long)(end - at) < n || memcmp(at, word, n))
    return 0;
  at += n;
  return 1;
}

static int number(void) {
  int v = 0;
  if (at == end || *at < '0' || *at > '9')
    return -1;
  while (at < end && *at >= '0' && *at <= '9')
    v = v * 10 + (*at++ - '0');
  return v;
}

static int item(void) {
  blanks();
  if (keyword("section")) {
    blanks();
    if (at == end || *at++ != '{')
      return 0;
    depth++;
    sections++;
    for (;;) {
      blanks();
      if (at < end && *at == '}') {
        at++;
        depth--;
        return 1;
      }
      if (!item())
        return 0;
    }
  }
  if (keyword("let")) {
    blanks();
    if (at == end || *at < 'a' || *at > 'z')
      return 0;
    at++;
    blanks();
    if (at == end || *at++ != '=')
      return 0;
    blanks();
    int v = number();
    if (v < 0)
      return 0;
    total += v;
    return 1;
  }
  return 0;
}

int main(void) {
  char text[64];
  homing_symbolic(text, sizeof text, "text");
  unsigned sum = 0;
  for (unsigned i = 4; i < sizeof text; i++)
    sum += (unsigned char)text[i] * (i & 7);
  unsigned said;
  memcpy(&said, text, sizeof said);
  if (said != sum)
    return 1;
  at = text + 4;
  end = text + sizeof text;
  while (item())
    ;
  if (sections >= 2 && depth == 0 && total > 20)
    return 2; // <deep>
  if (sections >= 2 && depth > 2)
    return 3; // <open>
  if (depth < 0)
    return 4; // <never>
  return 0;
}
// homing: reach ! --search fuzz @deep @open => REACHED, REACHED
// homing: reach ! --search fuzz --seed 7 @deep => REACHED
