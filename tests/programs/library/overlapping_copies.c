// Copies between overlapping places.
// homing: check ! -- -DW=0 => ERROR overlap @any
// homing: check ! --libc musl -- -DW=0 => ERROR overlap @any
// homing: check ! -- -DW=1 => ERROR overlap @any
// homing: check ! -- -DW=2 => ERROR overlap @any
// homing: check ! --libc musl -- -DW=2 => ERROR overlap @any
// homing: check ! -- -DW=3 => ERROR overlap @any
// homing: check ! -- -DW=4 => ERROR overlap @any (interpreter)
// homing: check ! --libc musl -- -DW=4 => ERROR overlap @any (interpreter)
// homing: check ! -- -DW=5 => ERROR overlap @any
// homing: check ! -- -DW=6 => NO ERROR
// homing: check ! --libc musl -- -DW=6 => NO ERROR
// homing: check ! -- -DW=7 => ERROR overlap @any (interpreter)
#define _GNU_SOURCE
#include <homing.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[16] = "abcdefg", c[16] = "";
  switch (W) {
  case 0:
    strcpy(b, b + 1);
    break;
  case 1:
    strcat(b, b + 3);
    break;
  case 2:
    strncpy(b, b + 2, 3);
    break;
  case 3:
    strncat(b, b + 6, 2);
    break;
  case 4:
    stpcpy(b + 2, b);
    break;
  case 5: {
    unsigned k = homing_any_uchar();
    homing_assume(k < 16);
    strncpy(b, b + k, 4);
    break;
  }
  case 7:
    sprintf(b, "%d %s", 5, b);
    break;
  case 6:
    strcpy(c, b + 1);
    strncpy(b + 8, b, 8);
    memmove(b, b + 1, 7);
    break;
  }
  return b[0];
}
