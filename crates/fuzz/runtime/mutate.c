/* Random changes of the input at hand. */

static uint64_t rnd(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state * 0x2545f4914f6cdd1dull;
}
static uint32_t below(uint32_t n) { return (uint32_t)((rnd() >> 32) * n >> 32); }

static void load(const struct entry *e) {
  __builtin_memcpy(input, e->bytes, e->size);
  length = e->size;
}

/* Makes room for n bytes at `at`, in [at, end): what was last there falls out; at the end of everything it moves on. */
static uint32_t insert(uint32_t at, uint32_t end, uint32_t n) {
  if (end == length && length + n <= INPUT && below(2)) {
    length += n, end += n;
  }
  if (n > end - at)
    n = end - at;
  __builtin_memmove(input + at + n, input + at, end - at - n);
  return n;
}

static void put_number(uint32_t at, uint64_t v, uint32_t width, int big) {
  for (uint32_t i = 0; i < width; i++)
    input[at + (big ? width - 1 - i : i)] = (byte)(v >> 8 * i);
}
static uint64_t number_at(uint32_t at, uint32_t width, int big) {
  uint64_t v = 0;
  for (uint32_t i = 0; i < width; i++)
    v |= (uint64_t)input[at + (big ? width - 1 - i : i)] << 8 * i;
  return v;
}

/* Is the value what these many bytes would be, extended in one way or the other? */
static int fits(uint64_t v, uint32_t of, uint32_t width) {
  if (width >= of)
    return width == of;
  uint64_t low = v & ((1ull << 8 * width) - 1), all = of == 8 ? UINT64_MAX : (1ull << 8 * of) - 1;
  uint64_t extended = (uint64_t)((int64_t)(low << (64 - 8 * width)) >> (64 - 8 * width));
  return v == low || v == (extended & all);
}

static byte some_byte(void) {
  static const char usual[] = " \t\n!\"#$%&'()*+,-./0123456789:;<=>?@[]^_`{|}~aeinx";
  return below(2) ? (byte)usual[below(sizeof usual - 1)] : (byte)rnd();
}

/* Somewhere where one side of the pair stands, the other one is written. */
static int swap_pair(const struct pair *p, uint32_t start, int other, int delta) {
  if (!p->width) {
    const byte *from = other ? p->tb : p->ta, *to = other ? p->ta : p->tb;
    uint32_t nf = other ? p->nb : p->na, nt = other ? p->na : p->nb;
    for (uint32_t at = start; nf && at + nf <= length; at++)
      if (!__builtin_memcmp(input + at, from, nf)) {
        uint32_t n = nt < length - at ? nt : length - at;
        __builtin_memcpy(input + at, to, n);
        return (int)at + 1;
      }
    return 0;
  }
  uint64_t from = other ? p->b : p->a, to = (other ? p->a : p->b) + (uint64_t)(int64_t)delta;
  for (uint32_t at = start; at < length; at++)
    for (uint32_t width = p->width; width; width /= 2) {
      if (at + width > length || !fits(from, p->width, width))
        continue;
      uint64_t low = width == 8 ? from : from & ((1ull << 8 * width) - 1);
      for (int big = 0; big < (width > 1 ? 2 : 1); big++)
        if (number_at(at, width, big) == low) {
          put_number(at, to, width, big);
          return (int)at + 1;
        }
    }
  return 0;
}

static void mutate(const struct entry *e) {
  static const uint64_t special[] = {0,   1,          2,          (uint64_t)-1, 127,        128,       255,   256, 32767, 65535, 0x7fffffff,
                                     0x80000000, 0xffffffff, 4096, 16, 32, 64, 100, 1000, (uint64_t)INT64_MAX};
  uint32_t lo = 0, hi = length;
  if (e->records > 1 && below(2)) {
    uint32_t r = below(e->records), at = 0;
    for (uint32_t i = 0; i < r; i++)
      at += e->sizes[i];
    if (at + e->sizes[r] <= length)
      lo = at, hi = at + e->sizes[r];
  }
  if (hi == lo) {
    if (length < INPUT)
      input[length++] = some_byte();
    return;
  }
  uint32_t room = hi - lo, at = lo + below(room), width = 1u << below(4), n;
  int big = (int)below(2);
  switch (below(14)) {
  case 0:
    input[at] ^= (byte)(1u << below(8));
    break;
  case 1:
  case 2:
    input[at] = some_byte();
    break;
  case 3:
    if (at + width <= hi)
      put_number(at, number_at(at, width, big) + below(33) - 16, width, big);
    break;
  case 4:
    if (at + width <= hi)
      put_number(at, special[below(sizeof special / sizeof *special)] + below(3) - 1, width, big);
    break;
  case 5: {
    n = 1 + below(below(4) ? 4 : room);
    if (n > hi - at)
      n = hi - at;
    __builtin_memmove(input + at, input + at + n, hi - at - n);
    __builtin_memset(input + hi - n, 0, n);
    break;
  }
  case 6:
    n = insert(at, hi, 1 + below(4));
    for (uint32_t i = 0; i < n; i++)
      input[at + i] = some_byte();
    break;
  case 7: {
    uint32_t from = lo + below(room);
    n = 1 + below(below(4) ? 8 : room);
    if (n > hi - from)
      n = hi - from;
    __builtin_memcpy(before, input + from, n);
    if (below(2))
      n = insert(at, hi, n);
    else if (n > hi - at)
      n = hi - at;
    __builtin_memcpy(input + at, before, n);
    break;
  }
  case 8:
  case 9:
    if (word_count) {
      const struct word *w = &words[below(word_count)];
      n = below(2) ? insert(at, hi, w->size) : w->size < hi - at ? w->size : hi - at;
      __builtin_memcpy(input + at, w->bytes, n);
    }
    break;
  case 10:
  case 11:
    if (pair_count)
      swap_pair(&pairs[below(pair_count)], at, (int)below(2), (int)below(8) ? 0 : (int)below(3) - 1);
    break;
  case 12: {
    const struct entry *o = &entries[below(entry_count)];
    if (at < o->size) {
      n = 1 + below(o->size - at);
      if (n > hi - at)
        n = hi - at;
      __builtin_memcpy(input + at, o->bytes + at, n);
    }
    break;
  }
  default:
    n = 1 + below(room < 16 ? room : 16);
    if (n > hi - at)
      n = hi - at;
    __builtin_memset(input + at, some_byte(), n);
  }
}
