// Structures, nested and copied; unions seen with another type.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
#include <string.h>
struct inner {
  short s;
  char c;
};
struct outer {
  char tag;
  struct inner in[2];
  union {
    unsigned u;
    unsigned char b[4];
  } mix;
};
static struct outer change(struct outer o) {
  o.in[1].s += 2;
  o.mix.b[0] ^= 0xff;
  return o;
}
int main(void) {
  struct outer o, copy;
  klee_make_symbolic(&o, sizeof o, "o");
  copy = change(o);
  if (copy.in[1].s == 5 && copy.mix.u == 0xdeadbe10u && copy.tag == 'q' && o.mix.b[3] == 0xde)
    return 1; // <hit>
  if (copy.in[0].s != o.in[0].s || copy.in[1].s == o.in[1].s)
    return 2; // <never>
  return 0;
}
