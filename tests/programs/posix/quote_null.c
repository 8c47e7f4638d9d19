// Makes folders, or would: an option with an optional argument hands a null pointer to the function that quotes names.
// homing: check ! --sym-args 0 2 3 => ERROR null @deref
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *quote(const char *name, char style) {
  size_t n = 0;
  while (name[n]) // <deref>
    n++;
  char *out = malloc(2 * n + 3);
  if (!out)
    exit(2);
  size_t at = 0;
  out[at++] = style;
  for (size_t i = 0; i < n; i++) {
    if (name[i] == style || name[i] == '\\')
      out[at++] = '\\';
    out[at++] = name[i];
  }
  out[at++] = style;
  out[at] = 0;
  return out;
}

int main(int argc, char **argv) {
  static const struct option longer[] = {{"context", optional_argument, 0, 'Z'}, {"verbose", no_argument, 0, 'v'}, {0, 0, 0, 0}};
  int verbose = 0, bad = 0, c;
  opterr = 0;
  while ((c = getopt_long(argc, argv, "Z::v", longer, 0)) != -1) {
    switch (c) {
    case 'v':
      verbose = 1;
      break;
    case 'Z':
      if (verbose) {
        char *text = quote(optarg, '\'');
        fprintf(stderr, "context %s is ignored\n", text);
        free(text);
      }
      break;
    default:
      bad = 1;
    }
  }
  for (int i = optind; i < argc; i++) {
    char *text = quote(argv[i], '"');
    if (verbose)
      printf("created %s\n", text);
    free(text);
  }
  return bad || optind == argc;
}
