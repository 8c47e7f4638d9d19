// From one member of a record into the next: inside of the object, so only found when asked for.
// homing: check --check members => ERROR out-of-bounds @inside
// homing: check => NO ERROR
// homing: check --check members -- -DSMALL => NO ERROR
#include <klee/klee.h>

#ifdef SMALL
#define N 4
#else
#define N 5
#endif

struct record {
  char name[4];
  int number;
};

int main(void) {
  struct record r = {{0}, 0};
  int i = klee_range(0, N, "i");
  r.name[i] = 1; // <inside>
  return r.number;
}
