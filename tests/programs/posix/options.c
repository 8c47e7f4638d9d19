// getopt as the GNU library has it: operands move behind options, long names may be cut short.
// homing: reach ! --arg f --arg -b @moved @stays => REACHED, UNREACHABLE
// homing: reach ! --arg f --arg -b --env POSIXLY_CORRECT=1 @moved @stays => UNREACHABLE, REACHED
// homing: reach ! --arg x --arg --lev=7 @long => REACHED
// homing: reach ! --arg --l @long => UNREACHABLE
// homing: reach ! --sym-arg 2 --sym-arg 2 @moved => REACHED
#include <getopt.h>
#include <stdio.h>
#include <string.h>
static const struct option names[] = {{"level", required_argument, 0, 'l'}, {"list", no_argument, 0, 'L'}, {0, 0, 0, 0}};
int main(int argc, char **argv) {
  int c, b = 0;
  const char *level = "";
  while ((c = getopt_long(argc, argv, "ab", names, 0)) != -1) {
    if (c == 'b')
      b = 1;
    if (c == 'l')
      level = optarg;
  }
  if (b && argc == 3 && optind == 2 && argv[2][0] == 'f')
    return 1; // <moved>
  if (argc == 3 && optind == 1 && argv[1][0] == 'f')
    return 2; // <stays>
  if (strcmp(level, "7") == 0)
    return 3; // <long>
  return 0;
}
