// How many arguments there are is symbolic, too.
// homing: reach --sym-args 0 2 3 @none @two @three => REACHED, REACHED, UNREACHABLE
// homing: reach ! --sym-args 1 3 2 --arg x @none @two @three => UNREACHABLE, REACHED, REACHED
// homing: reach ! --sym-arg 4 @word @none => REACHED, UNREACHABLE
#include <string.h>

int main(int argc, char **argv) {
  if (argc == 1)
    return 1; // <none>
  if (argc == 4)
    return 4; // <three>
  if (argc == 2 && !strcmp(argv[1], "--no"))
    return 5; // <word>
  if (argc == 3 && argv[1][0] == '-' && argv[1][1] == argv[2][0] && argv[2][0])
    return 3; // <two>
  return 0;
}
