// `operator new` and `operator delete` in all forms, static objects and virtual functions; the C++ is in the other file.
// homing: reach @twenty +new_delete_parts.cpp => REACHED
// homing: check +new_delete_parts.cpp => ERROR invalid-free new_delete_parts.cpp:@scalar, ERROR invalid-free new_delete_parts.cpp:@free, ERROR invalid-free new_delete_parts.cpp:@malloc, ERROR double-free new_delete_parts.cpp:@twice, ERROR out-of-bounds new_delete_parts.cpp:@beyond, ERROR leak new_delete_parts.cpp:@leak
#include <klee/klee.h>

int twice(int x);
int forms(int x);
void wrong(int x);

int main(void) {
  int x = klee_int("x");
  if (twice(x) == 20)
    return 1; // <twenty>
  int r = forms(x);
  wrong(x);
  return r;
}
