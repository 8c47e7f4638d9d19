#include <klee/klee.h>

/* Does `text` contain `word`? Tries every place in turn. */
static int contains(const char *text, const char *word) {
  for (; *text; text++) {
    const char *t = text, *w = word;
    while (*w && *t == *w)
      t++, w++;
    if (!*w)
      return 1;
  }
  return 0;
}
