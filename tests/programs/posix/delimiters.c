// A list of delimiters with escapes: a backslash at its very end makes the reader step over the terminator.
// homing: check --arg -d --sym-arg 3 => ERROR out-of-bounds @read
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char delimiters[64];
static int count;

static void expand(const char *list) {
  while (*list && count < 60) { // <read>
    char c = *list++;
    if (c == '\\') {
      c = *list++;
      switch (c) {
      case '0':
        c = 0;
        break;
      case 'n':
        c = '\n';
        break;
      case 't':
        c = '\t';
        break;
      }
    }
    delimiters[count++] = c;
  }
}

int main(int argc, char **argv) {
  int c;
  while ((c = getopt(argc, argv, "d:")) != -1) {
    if (c != 'd')
      return 2;
    expand(optarg);
  }
  for (int i = 0; i < count; i++)
    printf("%d\n", delimiters[i]);
  return 0;
}
