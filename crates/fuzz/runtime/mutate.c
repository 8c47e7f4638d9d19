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

/* Where it stands how many of the bytes that are changed count, and where they would end if all did; no width: nowhere. */
KEEP static struct {
  uint32_t at, width, end;
} counted;

static void count_more(uint32_t n) {
  if (counted.width)
    put_number(counted.at, number_at(counted.at, counted.width, 0) + n, counted.width, 0);
}

/* Makes room for n bytes at `at`, in [at, end): what was last there falls out, unless more may count; at the end of everything it moves on. */
static uint32_t insert(uint32_t at, uint32_t end, uint32_t n) {
  if (counted.width && end + n <= counted.end && below(8)) {
    count_more(n);
    end += n;
  } else if (end == length && length + n <= INPUT && below(2)) {
    length += n, end += n;
  }
  if (n > end - at)
    n = end - at;
  __builtin_memmove(input + at + n, input + at, end - at - n);
  return n;
}

/* The thing asked for that a byte belongs to, or the one of that number, and where it starts. */
static uint32_t record_at(const struct entry *e, uint32_t place, uint32_t *start) {
  uint32_t r = 0;
  for (*start = 0; r + 1 < e->records && *start + e->sizes[r] <= place; r++)
    *start += e->sizes[r];
  return r;
}
static uint32_t record_number(const struct entry *e, uint32_t number, uint32_t *start) {
  *start = 0;
  for (uint32_t i = 0; i < number; i++)
    *start += e->sizes[i];
  return number;
}

/* Is the number of its bytes that count behind it? Then they end there. */
static void count_of(const struct entry *e, uint32_t r, uint32_t lo, uint32_t *hi) {
  uint32_t size = e->sizes[r], end = lo + size, width = r + 1 < e->records ? e->sizes[r + 1] : 0;
  counted.width = 0;
  if (size <= 8 || (width != 4 && width != 8) || end + width > length)
    return;
  uint64_t count = number_at(end, width, 0);
  if (count && count <= size) {
    counted.at = end, counted.width = width, counted.end = end;
    *hi = lo + (uint32_t)count;
  }
}

/* What is changed: mostly one of the things that the program asks for, larger ones more often; several of one size that follow each other; or
 * everything. Of bytes with their number behind them those that count. */
static void choose_region(const struct entry *e, uint32_t *lo, uint32_t *hi) {
  *lo = 0, *hi = length, counted.width = 0;
  if (e->records < 2 || !below(16))
    return;
  uint32_t r = below(8) ? record_at(e, below(length + 1), lo) : record_number(e, below(e->records), lo);
  uint32_t size = e->sizes[r], first = r, last = r;
  if (*lo + size > length || !size) {
    *lo = 0;
    return;
  }
  *hi = *lo + size;
  if (size <= 8 && below(4)) {
    for (; first && e->sizes[first - 1] == size; first--)
      *lo -= size;
    for (; last + 1 < e->records && e->sizes[last + 1] == size && *hi + size <= length; last++)
      *hi += size;
  } else if (below(8)) {
    count_of(e, r, *lo, hi);
  }
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

/* Where a number stands; UINT32_MAX if nowhere. */
static uint32_t place_of(uint64_t v, uint32_t width, int big, uint32_t start) {
  byte bytes[8];
  for (uint32_t i = 0; i < width; i++)
    bytes[big ? width - 1 - i : i] = (byte)(v >> 8 * i);
  while (start + width <= length) {
    const byte *found = __builtin_memchr(input + start, bytes[0], length - width + 1 - start);
    if (!found)
      break;
    start = (uint32_t)(found - input);
    if (!__builtin_memcmp(found, bytes, width))
      return start;
    start++;
  }
  return UINT32_MAX;
}

static uint32_t digits_of(byte *to, uint64_t v, uint32_t base) {
  byte turned[24];
  uint32_t n = 0;
  do
    turned[n++] = (byte)"0123456789abcdef"[v % base];
  while ((v /= base) && n < sizeof turned);
  for (uint32_t i = 0; i < n; i++)
    to[i] = turned[n - 1 - i];
  return n;
}

static int is_digit(byte c) { return c >= '0' && c <= '9'; }

/* Other text instead of `had` bytes, in [at, end): what is behind moves. */
static void replace(uint32_t at, uint32_t had, uint32_t end, const byte *text, uint32_t n) {
  if (n > had) {
    insert(at, end, n - had);
  } else if (n < had) {
    __builtin_memmove(input + at + n, input + at + had, end - at - had);
    __builtin_memset(input + end - (had - n), 0, had - n);
    count_more(n - had);
  }
  uint32_t room = length - at;
  __builtin_memcpy(input + at, text, n < room ? n : room);
}

/* The number that stands there in digits becomes another one. */
static void change_digits(uint32_t lo, uint32_t hi, uint32_t at) {
  while (at < hi && !is_digit(input[at]))
    at++;
  while (at > lo && is_digit(input[at - 1]))
    at--;
  uint64_t v = 0;
  uint32_t n = 0;
  for (; at + n < hi && n < 18 && is_digit(input[at + n]); n++)
    v = v * 10 + input[at + n] - '0';
  if (!n)
    return;
  byte text[24];
  switch (below(5)) {
  case 0:
    v += 1 + below(16);
    break;
  case 1:
    v -= v < 16 ? v : 1 + below(16);
    break;
  case 2:
    v = v * 2 % 1000000000000000000ull;
    break;
  case 3:
    v /= 2;
    break;
  default:
    v = rnd() >> (4 + below(60));
  }
  replace(at, n, hi, text, digits_of(text, v, 10));
}

/* The thing asked for that a byte belongs to, as far as it counts. */
static uint32_t end_at(const struct entry *e, uint32_t at) {
  uint32_t lo, hi, r = record_at(e, at, &lo);
  hi = lo + e->sizes[r] < length ? lo + e->sizes[r] : length;
  count_of(e, r, lo, &hi);
  return hi;
}

/* One text instead of another: what is behind it moves, or is written over. */
static int swap_texts(const struct entry *e, const struct pair *p, uint32_t start, int other, int over) {
  const byte *from = other ? p->tb : p->ta, *to = other ? p->ta : p->tb;
  uint32_t nf = other ? p->nb : p->na, nt = other ? p->na : p->nb;
  if (!nf) {
    /* Nothing stands nowhere, or at the start of anything. */
    uint32_t at;
    if (start >= e->records || !nt)
      return 0;
    record_number(e, start, &at);
    __builtin_memcpy(input + at, to, nt < length - at ? nt : length - at);
    return (int)start + 1;
  }
  for (uint32_t at = start; at + nf <= length; at++)
    if (!__builtin_memcmp(input + at, from, nf)) {
      uint32_t end = end_at(e, at);
      if (over || at + nf > end)
        __builtin_memcpy(input + at, to, nt < length - at ? nt : length - at);
      else
        replace(at, nf, end, to, nt);
      return (int)at + 1;
    }
  return 0;
}

/* Somewhere where one side of the pair stands, the other one is written. */
static int swap_pair(const struct entry *e, const struct pair *p, uint32_t start, int other, int delta) {
  if (!p->width)
    return swap_texts(e, p, start, other, delta != 0);
  uint64_t from = other ? p->b : p->a, to = (other ? p->a : p->b) + (uint64_t)(int64_t)delta;
  uint32_t best = UINT32_MAX, best_width = 0;
  int best_big = 0;
  for (uint32_t width = p->width; width && fits(from, p->width, width); width /= 2)
    for (int big = 0; big < (width > 1 ? 2 : 1); big++) {
      uint32_t at = place_of(from, width, big, start);
      if (at < best)
        best = at, best_width = width, best_big = big;
    }
  if (best == UINT32_MAX)
    return 0;
  put_number(best, to, best_width, best_big);
  return (int)best + 1;
}

/* As swap_pair, where one side stands in digits. */
static int swap_digits(const struct entry *e, const struct pair *p, uint32_t start, int other, int delta, uint32_t base) {
  byte from[24], to[24];
  uint64_t mask = p->width == 8 ? UINT64_MAX : (1ull << 8 * p->width) - 1, v = (other ? p->a : p->b) + (uint64_t)(int64_t)delta;
  uint32_t had = digits_of(from, other ? p->b : p->a, base), n = digits_of(to, v & mask, base);
  for (uint32_t at = start; at + had <= length; at++) {
    int inside = (at && is_digit(input[at - 1])) || (at + had < length && is_digit(input[at + had]));
    if (inside || __builtin_memcmp(input + at, from, had))
      continue;
    uint32_t end = end_at(e, at);
    if (at + had > end)
      continue;
    replace(at, had, end, to, n);
    return (int)at + 1;
  }
  return 0;
}

/* What of an input counts: its largest piece, as far as the number behind it says. */
static int piece_of(const struct entry *e, uint32_t *lo, uint32_t *hi) {
  uint32_t start = 0, best = 0;
  for (uint32_t i = 0; i < e->records; start += e->sizes[i++])
    if (e->sizes[i] > best && start + e->sizes[i] <= e->size) {
      best = e->sizes[i], *lo = start, *hi = start + best;
      uint32_t width = i + 1 < e->records ? e->sizes[i + 1] : 0;
      if (best > 8 && (width == 4 || width == 8) && *hi + width <= e->size) {
        uint64_t count = 0;
        __builtin_memcpy(&count, e->bytes + *hi, width);
        if (count <= best)
          *hi = *lo + (uint32_t)count;
      }
    }
  return best && *hi > *lo;
}

static void mutate(const struct entry *e) {
  static const uint64_t special[] = {0,   1,          2,          (uint64_t)-1, 127,        128,       255,   256, 32767, 65535, 0x7fffffff,
                                     0x80000000, 0xffffffff, 4096, 16, 32, 64, 100, 1000, (uint64_t)INT64_MAX};
  uint32_t lo, hi;
  choose_region(e, &lo, &hi);
  if (hi == lo) {
    if (length < INPUT)
      input[length++] = some_byte();
    return;
  }
  uint32_t room = hi - lo, at = lo + below(room), width = 1u << below(4), n;
  int big = (int)below(2);
  /* A number by itself. */
  if ((room == 4 || room == 8) && below(2)) {
    put_number(lo, below(2) ? below(65) : number_at(lo, room, 0) + below(17) - 8, room, 0);
    return;
  }
  uint32_t way = below(17);
  /* Also behind all that counts. */
  if (way >= 6 && way <= 9 && counted.width && hi < counted.end && !below(3))
    at = hi;
  switch (way) {
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
    count_more(0u - n);
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
      swap_pair(e, &pairs[below(pair_count)], at, (int)below(2), (int)below(8) ? 0 : (int)below(3) - 1);
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
  case 13:
    change_digits(lo, hi, at);
    break;
  case 14:
  case 15: {
    /* A piece of another input, anywhere. */
    const struct entry *o = &entries[below(entry_count)];
    uint32_t lowest, highest;
    if (!piece_of(o, &lowest, &highest))
      break;
    uint32_t from = lowest + below(highest - lowest);
    n = 1 + below(highest - from);
    if (below(2))
      n = insert(at, hi, n);
    else if (n > hi - at)
      n = hi - at;
    __builtin_memcpy(input + at, o->bytes + from, n);
    break;
  }
  default:
    n = 1 + below(room < 16 ? room : 16);
    if (n > hi - at)
      n = hi - at;
    __builtin_memset(input + at, some_byte(), n);
  }
}
