// What cannot be known before the run is told.
// homing: reach @end => UNKNOWN "klee_alias_function"
#include <klee/klee.h>

static int first(int x) { return x + 1; }

int main(void) {
  char name[] = "first";
  name[0] = (char)klee_range('f', 'h', "c");
  klee_alias_function(name, "main");
  if (first(1) == 3)
    return 1; // <end>
  return 0;
}
