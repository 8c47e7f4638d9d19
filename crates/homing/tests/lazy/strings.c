/* Functions over strings. A target ends the process with status 77. */
#include <stdlib.h>
#include <string.h>

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int number(const char *s) {
  int v = 0;
  while (is_digit(*s))
    v = v * 10 + (*s++ - '0');
  if (v == 407 && *s == ';')
    exit(77); // @number number --lazy-array 6
  return v;
}

void before(const char *s) {
  if (s[-1] == '[' && s[0] == ']')
    exit(77); // @before before
}

int command(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[0], "set") == 0 && argv[1][0] == '-' && argv[2] == 0)
    exit(77); // @command command
  return 0;
}

void join(char *out, size_t room, const char *a, const char *b) {
  if (strlen(a) + strlen(b) + 1 > room)
    return;
  strcpy(out, a);
  strcat(out, b);
  if (strcmp(out, "ab-c") == 0)
    exit(77); // @join join --lazy-array 5
}

/* A string of four bytes, its end among them, has at most three: there is no path, but no proof for longer ones either. */
void too_long(const char *s) {
  if (strlen(s) == 6)
    exit(77); // @too_long too_long => UNKNOWN
}
