// One tick function, two loops: warming up and playing. Only the second loop, at one beat, with the accent set, can slip.
// homing: reach ! @slip => REACHED
#include <klee/klee.h>

int slips;
int ticks;

static void accent(int beat, int weight) {
  if (beat == 7 && weight == 26) {
    slips++; // <slip>
  }
}

static int tick(int beat, int weight) {
  ticks++;
  if (weight > 20)
    accent(beat, weight);
  return beat & 1 ? weight + 1 : weight;
}

static int warm(int beats) {
  int weight = 0;
  for (int i = 0; i < beats && i < 12; i++)
    weight = tick(i, weight & 15);
  return weight;
}

static int play(int beats, int force) {
  int weight = force;
  for (int i = 0; i < beats && i < 12; i++)
    weight = tick(i, weight);
  return weight;
}

int main(void) {
  unsigned char beats, force, quick;
  klee_make_symbolic(&beats, sizeof beats, "beats");
  klee_make_symbolic(&force, sizeof force, "force");
  klee_make_symbolic(&quick, sizeof quick, "quick");
  int weight = 0;
  if (quick != 'q')
    weight = warm(beats);
  if (force < 64)
    weight += play(beats - 2, force);
  return weight > 40;
}
