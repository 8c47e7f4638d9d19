// Every path leaks; the first error that is worth telling is the fault behind some more of them.
// homing: check --first-error => ERROR null @fault
// homing: check => ERROR leak @lost, ERROR null @fault
#include <homing.h>
#include <stdlib.h>

int main(void) {
  unsigned n = homing_any_uint();
  char *p = malloc(10); // <lost>
  p = 0;
  for (unsigned i = 0; i < (n & 15); i++)
    if (i == 12 && n > 100)
      *p = 1; // <fault>
  return 0;
}
