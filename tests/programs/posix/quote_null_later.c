// Makes special files, or would: names are quoted in several messages; only behind the options, where a context was asked for, is what is quoted null.
// homing: reach ! error:null --sym-args 0 1 10 --sym-args 0 3 2 => REACHED
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *quote(const char *name, char style) {
  size_t n = 0;
  while (name[n])
    n++;
  char *out = malloc(2 * n + 3);
  if (!out)
    exit(2);
  char *p = out;
  *p++ = style;
  for (; *name; name++) {
    if (*name == '\\' || *name == style || *name == '\n')
      *p++ = '\\';
    *p++ = *name == '\n' ? 'n' : *name;
  }
  *p++ = style;
  *p = 0;
  return out;
}

static const struct option names[] = {
    {"context", required_argument, 0, 'Z'}, {"mode", required_argument, 0, 'm'}, {"help", no_argument, 0, 'h'}, {0, 0, 0, 0}};

static int set_context(const char *context) {
  (void)context;
  return -1;
}

int main(int argc, char **argv) {
  const char *context = 0, *mode = 0;
  int c;
  while ((c = getopt_long(argc, argv, "m:Z:", names, 0)) != -1)
    switch (c) {
    case 'm':
      mode = optarg;
      break;
    case 'Z':
      context = optarg;
      break;
    case 'h':
      puts("usage: node [-m MODE] [-Z CONTEXT] NAME TYPE [MAJOR MINOR]");
      return 0;
    default:
      return 1;
    }
  if (mode) {
    char *end;
    if (strtol(mode, &end, 8) < 0 || *end || end == mode) {
      printf("invalid mode: %s\n", quote(mode, '"'));
      return 1;
    }
  }
  int expected = optind + 1 < argc && argv[optind + 1][0] == 'p' ? 2 : 4;
  if (argc - optind < expected) {
    if (argc <= optind)
      puts("missing operand");
    else
      printf("missing operand after %s\n", quote(argv[argc - 1], '\''));
    return 1;
  }
  if (argc - optind > expected) {
    printf("extra operand %s\n", quote(argv[optind + expected], '\''));
    return 1;
  }
  if (context && set_context(context) < 0) {
    printf("failed to set the context to %s\n", quote(optarg, '\''));
    return 1;
  }
  switch (argv[optind + 1][0]) {
  case 'b':
  case 'c':
  case 'u':
  case 'p':
    return 0;
  default:
    printf("invalid device type %s\n", quote(argv[optind + 1], '\''));
    return 1;
  }
}
