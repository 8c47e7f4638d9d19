// Vector types of clang and GCC.
// homing: reach @lane => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b;
  klee_make_symbolic(&b, sizeof b, "b");
  v4 c = a * b + (v4){10, 10, 10, 10};
  v4 m = c > a;
  if (c[0] == 11 && c[1] == 14 && c[2] == 7 && m[3] == 0)
    return 1; // <lane>
  if (m[1] != 0 && m[1] != -1)
    return 2; // <never>
  return 0;
}
