// A line of a macro's use, and flags after --.
// homing: reach @use -- -DLIMIT=9 => REACHED
// homing: reach @use -- -DLIMIT=300 => UNREACHABLE
#include <klee/klee.h>
#define CHECK(v) ((v) > LIMIT ? over() : 0)
static int n;
static int over(void) {
  return ++n; // <use>
}
int main(void) {
  unsigned char v;
  klee_make_symbolic(&v, sizeof v, "v");
  return CHECK(v);
}
