// The environment decides.
// homing: reach ! --sym-env MODE=6 --env HOME=/x @strict @none @home => REACHED, UNREACHABLE, UNREACHABLE
// homing: reach ! --env MODE=strict @strict => REACHED
// homing: reach ! --sym-arg 1 @none => REACHED
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *mode = getenv("MODE"), *home = getenv("HOME");
  if (!mode)
    return 1; // <none>
  if (home && strcmp(home, "/x"))
    return 2; // <home>
  if (!strcmp(mode, "strict"))
    return 3; // <strict>
  return 0;
}
