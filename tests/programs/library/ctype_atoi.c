// Character classes and number parsing on inputs.
// homing: reach @num => REACHED
#include <ctype.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  if (isdigit((unsigned char)s[0]) && isdigit((unsigned char)s[1]) && toupper((unsigned char)s[2]) == 'K' && atoi(s) == 73)
    return 1; // <num>
  return 0;
}
