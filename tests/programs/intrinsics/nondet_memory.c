// A whole object as one input.
// homing: reach @hit => REACHED
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
struct packet {
  unsigned char kind;
  unsigned short length;
  int body[2];
};
int main(void) {
  struct packet p;
  __VERIFIER_nondet_memory(&p, sizeof p);
  if (p.kind == 3 && p.length == 515 && p.body[1] == -p.body[0] && p.body[0] == 70000)
    return 1; // <hit>
  return 0;
}
