// main is called as a program without arguments.
// homing: reach @name => REACHED
// homing: reach @none @more @second => UNREACHABLE, UNREACHABLE, UNREACHABLE
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 0)
    return 1; // <none>
  if (argc > 1)
    return 2; // <more>
  if (argv[1])
    return 3; // <second>
  if (argc == 1 && argv[0][0])
    return 4; // <name>
  return 0;
}
