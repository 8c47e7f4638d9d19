// Names of inputs: chosen at run time, without an end, none at all; a pointer to nothing is an error.
// homing: check => NO ERROR
// homing: reach @both => REACHED
// homing: check -- -DWRONG => ERROR null @near
// homing: check -- -DANY => ERROR null @any, ERROR out-of-bounds @any
#include <klee/klee.h>

int main(void) {
  int k = klee_range(0, 2, "k"), x, y;
  const char *const names[] = {"one", "two"};
  char bytes[2] = {'a', 'b'};
#ifdef ANY
  const char *any;
  klee_make_symbolic(&any, sizeof any, "any");
  klee_make_symbolic(&x, sizeof x, any);
#else
  klee_make_symbolic(&x, sizeof x, names[k]);
#endif
#ifdef WRONG
  klee_make_symbolic(&y, sizeof y, (char *)15); // <near>
#else
  y = klee_int(bytes);
#endif
  if (x == 5 && y == 6 + k)
    return klee_int(0) == 3; // <both>
  return 0;
}
