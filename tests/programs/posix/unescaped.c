// Copies a string without its escapes: behind a backslash at its end the reader steps over the terminator.
// homing: reach ! error:out-of-bounds --sym-args 0 1 10 --sym-args 0 2 2 => REACHED
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *unescaped(const char *text) {
  char *out = malloc(strlen(text) + 1), *p = out;
  if (!out)
    exit(2);
  while (*text)
    if (*text == '\\') {
      text++;
      switch (*text) {
      case 'x': {
        int value = 0, length = 0;
        for (text++; length < 3 && (unsigned)(*text - '0') < 10; length++, text++)
          value = value * 16 + *text - '0';
        *p++ = value;
        break;
      }
      case 'n':
        *p++ = '\n';
        text++;
        break;
      case 'a':
      case 'b':
      case 'f':
      case 'r':
      case 't':
        *p++ = '\t';
        text++;
        break;
      default:
        *p++ = '\\';
        *p++ = *text++;
        break;
      }
    } else
      *p++ = *text++;
  *p = 0;
  return out;
}

static const struct option names[] = {{"flag-truncation", required_argument, 0, 'F'},
                                      {"macro-name", required_argument, 0, 'M'},
                                      {"width", required_argument, 0, 'w'},
                                      {"ignore-case", no_argument, 0, 'f'},
                                      {0, 0, 0, 0}};

int main(int argc, char **argv) {
  const char *mark = "/", *macro = "xx";
  int c, fold = 0, width = 72;
  while ((c = getopt_long(argc, argv, "F:M:fw:", names, 0)) != -1)
    switch (c) {
    case 'F':
      mark = unescaped(optarg);
      break;
    case 'M':
      macro = optarg;
      break;
    case 'f':
      fold = 1;
      break;
    case 'w':
      width = atoi(optarg);
      break;
    default:
      return 1;
    }
  for (; optind < argc; optind++)
    printf("%s %s %s %d %d\n", macro, mark, argv[optind], width, fold);
  return 0;
}
