// Past one field into the next: inside the object, and so no error of memory.
// homing: check => NO ERROR

#include <klee/klee.h>
struct pair {
  char a[4], b[4];
};
int main(void) {
  struct pair p = {{0}, {0}};
  char *bytes = (char *)&p;
  int i = klee_range(0, 8, "i");
  bytes[i] = 1;
  return p.b[0];
}
