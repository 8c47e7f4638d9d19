/* Errors that native runs come to are told like those of any other run: a pointer to nothing, a division by nothing, a program that gives up. */
#include "homing.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char b[12];
  int parts = 0, rest = 12;
  homing_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 12; i++) {
    parts += b[i] == ';';
    rest -= b[i] != 0;
  }
  char *name = memcmp(b, "name=", 5) ? (char *)b : 0;
  if (!memcmp(b, "stop", 4) && parts == 3)
    abort();
  if (!memcmp(b, "each", 4))
    return 100 / rest;
  return *name;
}
// homing: reach ! --search fuzz error:null error:abort error:division-by-zero => REACHED, REACHED, REACHED
