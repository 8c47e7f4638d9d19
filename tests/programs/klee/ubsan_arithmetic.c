// Reports of a program that was compiled with UndefinedBehaviorSanitizer, each of its kind.
// homing: check -- -fsanitize=undefined => ERROR signed-overflow @add, ERROR signed-overflow @sub, ERROR signed-overflow @mul, ERROR signed-overflow @neg, ERROR division-by-zero @div, ERROR signed-overflow @div, ERROR shift @shift, ERROR conversion @cast
// homing: check ! -- -fsanitize=undefined -fno-sanitize-recover=all => ERROR signed-overflow @add, ERROR signed-overflow @sub, ERROR signed-overflow @mul, ERROR signed-overflow @neg, ERROR division-by-zero @div, ERROR signed-overflow @div, ERROR shift @shift, ERROR conversion @cast
// homing: check ! -- -fsanitize=undefined -fsanitize-trap=all => ERROR signed-overflow @add, ERROR signed-overflow @sub, ERROR signed-overflow @mul, ERROR signed-overflow @neg, ERROR division-by-zero @div, ERROR shift @shift, ERROR conversion @cast
// homing: check ! -- -fsanitize=undefined -fsanitize-minimal-runtime => ERROR signed-overflow @add, ERROR signed-overflow @sub, ERROR signed-overflow @mul, ERROR signed-overflow @neg, ERROR division-by-zero @div, ERROR shift @shift, ERROR conversion @cast
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  volatile int r = 0;
  switch (klee_range(0, 8, "which")) {
  case 0:
    r = x + y; // <add>
    break;
  case 1:
    r = x - y; // <sub>
    break;
  case 2:
    r = x * 3; // <mul>
    break;
  case 3:
    r = -x; // <neg>
    break;
  case 4:
    r = x / y; // <div>
    break;
  case 5:
    r = 1 << y; // <shift>
    break;
  case 6:
    r = (int)(x * 1000.0); // <cast>
    break;
  }
  return r;
}
