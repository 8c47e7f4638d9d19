// The same number in another width is another number: a byte with a sign, one without, and a word.
// homing: reach ! @target --techniques prune,subsume --search dfs => UNREACHABLE
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD => REACHED
// homing: reach ! @target --techniques prune,subsume --search dfs -- -DBAD -DLATE => REACHED
#include <homing.h>
#ifdef LATE // the other side of each decision first
#define WHEN(c) if ((c) == 0) {} else
#else
#define WHEN(c) if ((c) != 0)
#endif
#ifdef BAD
#define START 200
#else
#define START 100
#endif
int main(void) {
  int c = homing_any_int();
  unsigned char b = 10;
  WHEN(c == 3)
    b = START;
  int wide;
  if (c & 1)
    wide = (signed char)b;
  else
    wide = b;
  if (wide < 0)
    return 1; // <target>
  return 0;
}
