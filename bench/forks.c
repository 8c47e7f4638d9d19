/* Seventeen independent choices: breadth first, all 131072 states are alive at the end. Each keeps a table of its own. */
#include <klee/klee.h>

#ifndef CHOICES
#define CHOICES 17
#endif

int main(void) {
  unsigned char choice[CHOICES];
  int taken[CHOICES] = {0}, sum = 0;
  klee_make_symbolic(choice, sizeof choice, "choice");
  for (int k = 0; k < CHOICES; k++)
    if (choice[k] > 99)
      taken[k] = k;
  for (int k = 0; k < CHOICES; k++)
    sum += taken[k];
  return sum > 200;
}
