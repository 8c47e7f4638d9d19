// A boiler controller: each command byte picks a handler from a table; the handlers change a shared state, and the burst needs several in
// order.
// homing: reach ! @burst => REACHED
#include <klee/klee.h>

#define STEPS 6

struct plant {
  int water;
  int fire;
  int pressure;
  int valve_open;
  int locked;
};

typedef int (*handler)(struct plant *, int);

int burst;

static void strain(struct plant *p) {
  if (p->pressure == 23 && p->water == 3) {
    burst = 1; // <burst>
  }
}

static void settle(struct plant *p) {
  if (p->fire > 0 && p->water > 0 && !p->valve_open)
    p->pressure += p->fire;
  if (p->pressure > 20)
    strain(p);
  if (p->pressure > 40)
    p->pressure = 40;
}

static int fill(struct plant *p, int amount) {
  if (p->locked)
    return -1;
  if (p->water + amount > 9)
    return -1;
  p->water += amount;
  return 0;
}

static int stoke(struct plant *p, int amount) {
  if (p->water == 0)
    return -1;
  p->fire += amount;
  if (p->fire > 12)
    p->fire = 12;
  settle(p);
  return 0;
}

static int vent(struct plant *p, int amount) {
  p->valve_open = amount & 1;
  if (p->valve_open)
    p->pressure = 0;
  return 0;
}

static int lock(struct plant *p, int amount) {
  if (amount != 9)
    return -1;
  p->locked = !p->locked;
  return 0;
}

static int wait(struct plant *p, int amount) {
  for (int i = 0; i < (amount & 3); i++)
    settle(p);
  return 0;
}

static int rake(struct plant *p, int amount) {
  p->fire = p->fire > amount ? p->fire - amount : 0;
  return 0;
}

static const handler table[] = {fill, stoke, vent, lock, wait, rake};

static int dispatch(struct plant *p, unsigned char command) {
  unsigned which = command >> 4;
  if (which >= sizeof table / sizeof table[0])
    return -2;
  return table[which](p, command & 15);
}

static int operate(const unsigned char *commands) {
  struct plant p = {0, 0, 0, 1, 0};
  int refused = 0;
  for (int i = 0; i < STEPS; i++) {
    int r = dispatch(&p, commands[i]);
    if (r == -2)
      return -1;
    if (r < 0 && ++refused > 1)
      return -1;
  }
  return p.pressure;
}

int main(void) {
  unsigned char commands[STEPS];
  klee_make_symbolic(commands, sizeof commands, "commands");
  return operate(commands) < 0;
}
