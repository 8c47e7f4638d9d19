// One of many messages is looked at closely: its header is summed bit by bit. The worker behind it never gives up on others.
// homing: reach ! @accepted => REACHED
#include <klee/klee.h>

struct message {
  unsigned short port;
  unsigned char flags, hops;
};

volatile unsigned waited;

static int parity(unsigned v, int bits) {
  int p = 0;
  for (int i = 0; i < bits; i++) {
    if (v >> i & 1)
      p++;
  }
  return p;
}

static void work(const struct message *m) {
  int p = parity(m->flags, 8);
  while (1) {
    if (p == 0 && m->hops == 3 && m->port == 61)
      klee_assert(0); // <accepted>
    waited++;
  }
}

static void route(const struct message *m) {
  for (unsigned port = 1; port < 500; port += 4)
    if (m->port == port)
      work(m);
}

static void receive(const struct message *m) {
  if (m->hops > 10)
    return;
  if (m->port >= 40)
    route(m);
}

int main(void) {
  struct message m;
  klee_make_symbolic(&m, sizeof m, "message");
  for (int i = 0; i < 200; i++)
    waited += i;
  receive(&m);
  return 0;
}
