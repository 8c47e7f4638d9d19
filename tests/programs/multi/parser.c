// A recursive-descent parser: nesting, operators, errors.
// homing: reach @deep @mul @error => REACHED, REACHED, REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
static char text[7];
static int at, depth, failed;
static int expr(void);
static int atom(void) {
  if (text[at] == '(') {
    at++;
    if (++depth == 2)
      failed |= 0; // <deep>
    int v = expr();
    depth--;
    if (text[at] == ')')
      at++;
    else
      failed = 1; // <error>
    return v;
  }
  if (text[at] >= '0' && text[at] <= '9')
    return text[at++] - '0';
  failed = 1;
  return 0;
}
static int term(void) {
  int v = atom();
  while (text[at] == '*') {
    at++;
    v *= atom(); // <mul>
  }
  return v;
}
static int expr(void) {
  int v = term();
  while (text[at] == '+') {
    at++;
    v += term();
  }
  return v;
}
int main(void) {
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[6] == 0);
  for (int i = 0; i < 6; i++)
    klee_assume(text[i] == '(' || text[i] == ')' || text[i] == '+' || text[i] == '*' || text[i] == '4' || text[i] == 0);
  int v = expr();
  if (!failed && depth != 0)
    return 1; // <never>
  return v;
}
