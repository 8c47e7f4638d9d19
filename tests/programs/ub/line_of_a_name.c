// Optimised code has a line that only gives bits another name, in front of a conversion whose value nobody chose where it is not used: the line is no
// place of its own in every form of the program, and a run that passes it does not contradict the model.
// homing: reach @never -- -O1 => UNREACHABLE
// homing: reach @some -- -O1 => REACHED
#include <string.h>

static volatile int sink;
static volatile unsigned char start = 99;
static unsigned char in[1];
static __attribute__((noinline)) void hit(int n) { sink = n; }

static float of_bits(unsigned w) {
  float f;
  memcpy(&f, &w, 4);
  return f;
}

static __attribute__((noinline)) long long converted(void) {
  unsigned char x = in[0], y = 3;
  return (long long)((int)({
    double d = of_bits(((unsigned)x << 24) | y);
    d > -1e9 && d < 1e9 ? (long long)d : -7;
  }) ^ (int)((_Bool)((y ^ x) * (x % ((x & 10) + 1)))));
}

int main(void) {
  in[0] = start;
  long long v = converted();
  if (v < 0)
    hit(1); // <some>
  if (v == -131070)
    hit(2); // <never>
  return 0;
}
