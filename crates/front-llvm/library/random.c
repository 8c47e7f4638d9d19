/* rand and random: the additive feedback generator r[i] = r[i-3] + r[i-31] with glibc's seeding, so that a native run of
   the same program sees the same numbers. */

static unsigned homing_state[31];
static int homing_at, homing_seeded;

static unsigned homing_next(void) {
  /* homing_at is the place of r[i-31], which the new number takes; r[i-3] is 28 places on. */
  unsigned r = homing_state[homing_at] += homing_state[(homing_at + 28) % 31];
  homing_at = (homing_at + 1) % 31;
  return r;
}

void srandom(unsigned seed) {
  int word = seed == 0 ? 1 : (int)seed;
  homing_state[0] = (unsigned)word;
  for (int i = 1; i < 31; i++) {
    /* 16807 * word modulo 2^31 - 1, with the sign conventions of C division. */
    long long product = 16807ll * word;
    word = (int)(product % 2147483647);
    if (word < 0) word += 2147483647;
    homing_state[i] = (unsigned)word;
  }
  homing_at = 3;
  homing_seeded = 1;
  for (int i = 0; i < 310; i++) homing_next();
}

long random(void) {
  if (!homing_seeded) srandom(1);
  return (long)(homing_next() >> 1);
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

/* Three steps of a linear generator, of which 11, 10 and 10 bits are taken. */
int rand_r(unsigned *seed) {
  unsigned next = *seed, result = 0;
  for (int i = 0; i < 3; i++) {
    next = next * 1103515245u + 12345u;
    result = i ? result << 10 ^ (next >> 16) % 1024 : (next >> 16) % 2048;
  }
  *seed = next;
  return (int)result;
}
