// A protocol: every state is one switch away from the last one, but only the right messages in the right order lead there.
// homing: reach @hit => REACHED
// homing: reach @never => UNREACHABLE
#include <klee/klee.h>
enum { CLOSED, HELLO, KEYS, CIPHER, READY };
static unsigned char message(void) {
  unsigned char m;
  klee_make_symbolic(&m, sizeof m, "message");
  return m;
}
int main(void) {
  int state = CLOSED, keys = 0;
  for (int round = 0; round < 8; round++) {
    unsigned char m = message();
    switch (state) {
    case CLOSED:
      state = m == 1 ? HELLO : CLOSED;
      break;
    case HELLO:
      state = m == 11 ? KEYS : m == 1 ? HELLO : CLOSED;
      break;
    case KEYS:
      if (m == 12 && ++keys == 2)
        state = CIPHER;
      break;
    case CIPHER:
      state = m == 20 ? READY : CLOSED;
      if (keys < 2)
        return 2; // <never>
      break;
    case READY:
      if (m == 99 && round >= 5)
        return 1; // <hit>
    }
  }
  return 0;
}
