// Where the sanitizer lets a run go on, targets behind a report are reached; where it ends the run, they are not.
// homing: reach @behind -- -fsanitize=signed-integer-overflow => REACHED
// homing: reach @behind -- -fsanitize=signed-integer-overflow -fno-sanitize-recover=all => UNREACHABLE
// homing: reach @behind -- -fsanitize=signed-integer-overflow -fsanitize-trap=all => UNREACHABLE
// homing: reach error:signed-overflow -- -fsanitize=signed-integer-overflow => REACHED
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 2147483647, "x");
  int y = x + 10;
  if (y < 0)
    return 1; // <behind>
  return 0;
}
