// Options of one letter in clusters, three of them: quiet takes verbose back, and the other way round.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DK=1 => REACHED
#include <klee/klee.h>
#ifndef K
#define K 0
#endif
static int verbose, quiet, level, bad;
static void parse(const char *s) {
  if (*s != '-')
    return;
  while (*++s)
    switch (*s) {
    case 'v':
      verbose = 1;
      quiet = 0;
      level++;
      break;
    case 'q':
      quiet = 1;
      verbose = K;
      break;
    case 'a':
      level += 2;
      break;
    default:
      bad = 1;
    }
}
int main(void) {
  char arg[3][6];
  klee_make_symbolic(arg, sizeof arg, "arg");
  for (int i = 0; i < 3; i++) {
    arg[i][5] = 0;
    parse(arg[i]);
  }
  if (!bad && verbose && quiet)
    return 1; // <target>
  return 0;
}
