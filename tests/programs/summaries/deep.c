// Loops in loops that go to constants, too far for anybody to go round.
// homing: reach ! @inner @middle --summaries on => UNREACHABLE, UNREACHABLE
// homing: reach ! @inner --summaries on -- -DFAR=98u => REACHED
#ifndef FAR
#define FAR 123456789u
#endif
int main(void) {
  unsigned a = 0, b = 0, c = 0;
  while (a < FAR) {
    b = 0;
    while (b < FAR) {
      c = 0;
      while (c < FAR)
        c++;
      if (c % 2 == 0)
        return 1; // <inner>
      b++;
    }
    if (b % 3 != 0)
      return 2; // <middle>
    a++;
  }
  return 0;
}
