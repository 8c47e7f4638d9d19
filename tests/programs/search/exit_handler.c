// Targets in handlers that run at exit, in the reverse order of registration, while the main program never gets near them.
// homing: reach @first => REACHED
// homing: reach @second => REACHED
// homing: reach @never => UNREACHABLE
// homing: reach --search sdse @first => REACHED
// homing: reach --search sdse-intra @second => REACHED
#include <klee/klee.h>
#include <stdlib.h>
static int level;
static void first(void) {
  if (level == 2)
    level = 3; // <first>
  if (level == 7)
    level = 8; // <never>
}
static void second(void) {
  if (level == 1)
    level = 2; // <second>
}
static void leave(int v) {
  if (v > 100)
    exit(1);
}
int main(void) {
  int v = klee_int("v");
  atexit(first);
  atexit(second);
  if (v == 123) {
    level = 1;
    leave(v);
  }
  return 0;
}
