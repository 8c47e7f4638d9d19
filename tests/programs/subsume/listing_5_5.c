// In the body of a loop an error that can happen in front of one that cannot (listing 5.5 of the thesis).
// homing: check ! --subsume on => ERROR division-by-zero @divides
// homing: reach ! @beyond --subsume on => UNREACHABLE
// homing: reach ! @beyond --subsume on -- -DBAD => REACHED
#include <homing.h>
#ifdef BAD
#define FROM -1
#else
#define FROM 0
#endif
int main(void) {
  int n = homing_any_int(), a = homing_any_int(), b = 0, c[3] = {1, 2, 3}, i = FROM;
  if (a != 0)
    a = 1;
  while (i < n) {
    b = b / a; // <divides>
    if (i == -1)
      b = c[2]; // <beyond>
    i = i + 1;
  }
  return b;
}
