/* What a run leaves in thread-local variables must not be there in the next one. */
#include "homing.h"
#include <stdlib.h>
#include <string.h>

static _Thread_local int count, begun = 7;
static _Thread_local char name[32];

int main(void) {
  char b[10];
  homing_symbolic(b, sizeof b, "b");
  b[9] = 0;
  if (count || begun != 7 || name[0])
    return 1; // <never>
  count = 1, begun = 8;
  strcpy(name, b);
  for (char *word = strtok(b, " "); word; word = strtok(0, " ")) {
    if (!strcmp(word, "go"))
      count++;
    if (!strcmp(word, "stop"))
      return 3;
  }
  if (count == 4)
    return 4; // <go>
  return 0;
}
// homing: reach ! --search fuzz @go => REACHED
// homing: reach ! --search fuzz --seed 7 @go => REACHED
