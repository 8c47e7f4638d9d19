/* Counts words of files or standard input: options, streams, qsort, exit status. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct word {
  char *text;
  unsigned count;
};

static struct word *words;
static size_t used, room;
static int fold;

static void add(const char *text) {
  for (size_t i = 0; i < used; i++)
    if (strcmp(words[i].text, text) == 0) {
      words[i].count++;
      return;
    }
  if (used == room) {
    room = room ? room * 2 : 4;
    words = realloc(words, room * sizeof *words);
  }
  words[used].text = strdup(text);
  words[used++].count = 1;
}

static void scan(FILE *f) {
  char word[64];
  size_t n = 0;
  int c;
  do {
    c = getc(f);
    if (c != EOF && isalnum(c)) {
      if (n < sizeof word - 1)
        word[n++] = fold ? tolower(c) : c;
    } else if (n > 0) {
      word[n] = 0;
      add(word);
      n = 0;
    }
  } while (c != EOF);
}

static int by_count(const void *a, const void *b) {
  const struct word *x = a, *y = b;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return strcmp(x->text, y->text);
}

int main(int argc, char **argv) {
  int option, status = 0;
  unsigned long limit = 10;
  while ((option = getopt(argc, argv, "in:")) != -1)
    switch (option) {
    case 'i':
      fold = 1;
      break;
    case 'n':
      limit = strtoul(optarg, NULL, 0);
      break;
    default:
      return 2;
    }
  if (optind == argc)
    scan(stdin);
  for (; optind < argc; optind++) {
    FILE *f = fopen(argv[optind], "r");
    if (!f) {
      fprintf(stderr, "%s: %s: %s\n", argv[0], argv[optind], strerror(errno));
      status = 1;
      continue;
    }
    scan(f);
    fclose(f);
  }
  qsort(words, used, sizeof *words, by_count);
  for (size_t i = 0; i < used && i < limit; i++)
    printf("%-10s|%4u|%6.2f%%\n", words[i].text, words[i].count, 100.0 * words[i].count / used);
  return status;
}
