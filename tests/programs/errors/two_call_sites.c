// One function of the library goes wrong in two calls: two errors, each at the line of the call.
// homing: check => ERROR out-of-bounds @first, ERROR out-of-bounds @second
// homing: check --libc musl => ERROR out-of-bounds @first, ERROR out-of-bounds @second
#include <homing.h>
#include <string.h>

int main(void) {
  char open[3] = {'a', 'b', 'c'};
  int x = homing_any_int();
  if (x == 1)
    return (int)strlen(open); // <first>
  if (x == 2)
    return (int)strlen(open + 1); // <second>
  return 0;
}
