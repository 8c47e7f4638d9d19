// A constant table read at a symbolic place, then inverted.
// homing: reach @inverse => REACHED
// homing: reach @none => UNREACHABLE
#include <klee/klee.h>
static const unsigned char box[64] = {
    7,  12, 55, 3,  90, 14, 61, 28, 99, 40, 11, 83, 72, 5,  66, 31, 17, 44, 20, 96, 58, 9,  37, 70, 25, 88, 49, 2,  63, 81, 34, 13,
    41, 18, 77, 52, 94, 30, 8,  65, 23, 86, 15, 47, 71, 36, 59, 92, 6,  27, 80, 43, 10, 68, 33, 97, 21, 54, 85, 39, 74, 16, 60, 91};
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 64);
  if (box[i] == 97 && box[i ^ 1] == 33)
    return 1; // <inverse>
  if (box[i] == 100)
    return 2; // <none>
  return 0;
}
