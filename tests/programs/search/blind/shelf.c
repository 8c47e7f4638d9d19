// A first-fit allocator over sixteen units. Blocks lie one after another; a block that is split with one unit to spare loses that unit, which
// the audit notices only when a neighbour is given back afterwards.
// homing: reach ! @leak => REACHED
#include <klee/klee.h>

#define UNITS 16
#define OPS 6
#define HANDLES 4

static int size[UNITS];
static char taken[UNITS];
static int handle[HANDLES];
int leaks;

static void audit(int freed) {
  int free_units = 0, at = 0;
  while (at < UNITS && size[at] > 0) {
    if (!taken[at])
      free_units += size[at];
    at += size[at];
  }
  if (at < UNITS && free_units >= 4 && freed > 0) {
    leaks++; // <leak>
  }
}

static int take(int units) {
  for (int at = 0; at < UNITS && size[at] > 0; at += size[at]) {
    if (taken[at] || size[at] < units)
      continue;
    int rest = size[at] - units;
    taken[at] = 1;
    size[at] = units;
    if (rest > 1) {
      size[at + units] = rest;
      taken[at + units] = 0;
    } else if (rest == 1) {
      size[at + units] = 0; /* the lost unit */
    }
    return at;
  }
  return -1;
}

static void give(int at) {
  int next = at + size[at];
  taken[at] = 0;
  if (next < UNITS && size[next] > 0 && !taken[next])
    size[at] += size[next];
  audit(at);
}

static int perform(unsigned char op) {
  int slot = op & 3;
  int units = (op >> 2 & 7) + 1;
  if (op & 0x80) {
    if (handle[slot] < 0)
      return -1;
    give(handle[slot]);
    handle[slot] = -1;
    return 0;
  }
  if (handle[slot] >= 0)
    return -1;
  handle[slot] = take(units);
  return handle[slot] < 0 ? -1 : 0;
}

static int run(const unsigned char *ops) {
  int done = 0;
  for (int i = 0; i < OPS; i++) {
    if (ops[i] & 0x60)
      return done;
    if (perform(ops[i]) < 0)
      return -1;
    done++;
  }
  return done;
}

int main(void) {
  unsigned char ops[OPS];
  klee_make_symbolic(ops, sizeof ops, "ops");
  size[0] = UNITS;
  for (int i = 0; i < HANDLES; i++)
    handle[i] = -1;
  return run(ops) < 0;
}
