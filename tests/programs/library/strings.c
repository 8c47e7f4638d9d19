// String functions on symbolic strings.
// homing: reach @cmd @arg => REACHED, REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char s[8];
  klee_make_symbolic(s, sizeof s, "s");
  s[7] = 0;
  int r = 0;
  if (strncmp(s, "get", 3) == 0 && strchr(s, ' ') == s + 3)
    r = 1; // <cmd>
  if (strcmp(s, "put x") == 0)
    r = 2; // <arg>
  if (strlen(s) > 7)
    r = 3; // <never>
  return r;
}
