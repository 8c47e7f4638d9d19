// homing: reach @set @not => REACHED, UNREACHABLE
#include <errno.h>
#include <klee/klee.h>

int main(void) {
  int e;
  klee_make_symbolic(&e, sizeof e, "e");
  errno = e;
  if (klee_get_errno() == 42)
    return 1; // <set>
  if (klee_get_errno() != e)
    return 2; // <not>
  return 0;
}
