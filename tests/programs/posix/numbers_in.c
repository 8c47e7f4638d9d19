// Numbers from standard input, one for each line.
// homing: reach ! --sym-stdin 8 @hit @much => REACHED, UNREACHABLE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char line[16];
  long sum = 0;
  int lines = 0;
  while (fgets(line, sizeof line, stdin)) {
    char *end;
    long n = strtol(line, &end, 10);
    if (end == line || *end != '\n')
      return 1;
    sum += n;
    if (++lines == 3)
      break;
  }
  if (lines > 4)
    return 3; // <much>
  if (lines == 3 && sum == 42)
    return 2; // <hit>
  return 0;
}
