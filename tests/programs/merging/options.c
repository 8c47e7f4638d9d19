// Options are compared letter by letter; each text can be one of them only.
// homing: reach ! @target => UNREACHABLE
// homing: reach ! @target -- -DLAST=quiet => REACHED
#include <klee/klee.h>
#ifndef LAST
#define LAST verbosf
#endif
#ifndef N
#define N 4
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
static int differ(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return *a - *b;
}
int main(void) {
  char s[N][9];
  klee_make_symbolic(s, sizeof s, "s");
  int flags = 0;
  for (int i = 0; i < N; i++) {
    s[i][8] = 0;
    if (!differ(s[i], "verbose"))
      flags |= 1;
    else if (!differ(s[i], "quiet"))
      flags |= 2;
    else if (!differ(s[i], "help"))
      flags |= 4;
    else if (!differ(s[i], "list"))
      flags |= 8;
  }
  if (flags == 15 && !differ(s[N - 1], TEXT(LAST)))
    return 1; // <target>
  return 0;
}
