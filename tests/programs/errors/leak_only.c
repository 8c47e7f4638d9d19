// Where there is nothing else, a leak is the first error.
// homing: check --first-error => ERROR leak @lost
#include <homing.h>
#include <stdlib.h>

int main(void) {
  unsigned char n = homing_any_uchar();
  char *p = malloc(10); // <lost>
  if (n > 3)
    p = malloc(1);
  free(p);
  return 0;
}
