// A recursion without an end: a native run ends with a segmentation fault.
// homing: reach ! --sym-arg 1 @start => REACHED
#include <unistd.h>

static int deeper(int n, char *above) {
  char here[64];
  here[n % 64] = above[n % 64]; // <start>
  return deeper(n + 1, here) + here[0];
}

int main(int argc, char **argv) {
  char first[64] = "x";
  return argv[1][0] == 'r' ? deeper(1, first) : 0;
}
