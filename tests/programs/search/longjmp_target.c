// The target is behind a setjmp in a caller, and only a longjmp from deep inside gets there: the function that jumps never returns.
// homing: reach @caught => REACHED
// homing: reach @again => REACHED
// homing: reach @never => UNREACHABLE
// homing: reach --search sdse @caught => REACHED
#include <klee/klee.h>
#include <setjmp.h>
static jmp_buf out;
static int tries;
static void fail(int code) { longjmp(out, code); }
static void parse(int v) {
  if (v == 17)
    fail(2);
  for (int i = 0; i < 3; i++)
    if (klee_int("go") == v)
      fail(3);
}
int main(void) {
  int v = klee_int("v");
  int code = setjmp(out);
  if (code == 2)
    return 1; // <caught>
  if (code == 3 && ++tries == 2)
    return 2; // <again>
  if (code == 4)
    return 3; // <never>
  parse(v);
  return 0;
}
