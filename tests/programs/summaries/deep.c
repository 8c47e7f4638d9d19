// Loops in loops that go to constants, too far for anybody to go round.
// homing: reach ! @target --summaries on => UNREACHABLE
// homing: reach ! @target --summaries on -- -DMORE=1 -DFAR=99u => REACHED
#ifndef MORE
#define MORE 0
#endif
#ifndef FAR
#define FAR 123456789u
#endif
int main(void) {
  unsigned a = 0, b = 0, c = 0, rounds = 0;
  while (a < FAR) {
    for (b = a; b < FAR; b += 1)
      for (c = 7; c < FAR; c += 2)
        ;
    if (c % 2 == 0)
      return 1; // never
    rounds++;
    a += 3;
  }
  // A third of it, and it ends on a multiple of 3.
  if (rounds != FAR / 3 + MORE || a != FAR)
    return 1; // <target>
  return 0;
}
