// Still reachable at exit: an error only on request.
// homing: check => NO ERROR
// homing: check --check leaks-at-exit => ERROR leak @any (interpreter)

#include <stdlib.h>
static char *kept;
int main(void) {
  kept = malloc(10);
  return 0;
}
