// Locals of a block are gone when it is left.
// homing: check => ERROR use-after-scope @read, ERROR use-after-scope @write, ERROR use-after-scope @loop, ERROR use-after-scope @called, ERROR use-after-scope @switched, ERROR use-after-scope @expression, ERROR use-after-scope @copied
// homing: reach @behind => UNKNOWN "use-after-scope"
// homing: reach error:use-after-scope => REACHED
#include <klee/klee.h>
#include <string.h>

static int get(const int *p) {
  return *p; // <called>
}

int main(void) {
  int *p = 0, r = 0;
  int x = klee_int("x");
  switch (klee_range(0, 7, "which")) {
  case 0: {
    { int gone = 3; p = &gone; }
    r = *p; // <read>
    break;
  }
  case 1:
    if (x > 3) {
      int gone = 3;
      p = &gone;
    }
    if (p)
      *p = 4; // <write>
    break;
  case 2:
    for (int i = 0; i < 3; i++) {
      int here = i;
      p = &here;
    }
    r = *p; // <loop>
    break;
  case 3: {
    for (int i = 0; i < 3; i++)
      p = &i;
    r = get(p);
    break;
  }
  case 4: {
    switch (x) {
    case 1: {
      int gone = x;
      p = &gone;
      break;
    }
    default:
      p = &r;
    }
    r = *p; // <switched>
    break;
  }
  case 5:
    p = ({ int gone = 5; &gone; });
    r = p[0]; // <expression>
    break;
  case 6: {
    char *s, to[8];
    { char text[8] = "abc"; s = text; }
    memcpy(to, s, 4); // <copied>
    r = to[0];
    break;
  }
  }
  if (r == 3)
    return 1; // <behind>
  return 0;
}
