/* <stdlib.h> without memory and environment. */

#define ERANGE 34
#define EINVAL 22

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

/* Is it a digit? Asked once for all digits alike, so that a text that is not known makes one path for each number of digits. */
static int homing_is_number_digit(byte c, unsigned base) {
  unsigned tens = base < 10 ? base : 10;
  return ((unsigned)c - '0' < tens) | ((base > 10) & ((unsigned)(c | 32) - 'a' < base - 10));
}

static unsigned homing_digit(byte c) { return c < 'A' ? c & 15 : (c & 31) + 9; }

/* So many digits are always within the limit, which is at least the greatest `long`. */
static int homing_harmless(unsigned base, unsigned long long limit) {
  if (limit < 0x7fffffffffffffff) return base == 10 ? 9 : base == 16 ? 7 : base == 8 ? 10 : base == 2 ? 31 : 5;
  return base == 10 ? 18 : base == 16 ? 15 : base == 8 ? 20 : base == 2 ? 62 : 12;
}

/* The magnitude of a number, at most `limit`, with its sign apart. `*end` is where it stops. */
struct homing_number {
  unsigned long long magnitude;
  int negative, overflow;
};

static int homing_prefix(const char *s, char letter, int base) {
  return (s[1] | 32) == letter && s[0] == '0' && homing_is_number_digit((byte)s[2], (unsigned)base);
}

static struct homing_number homing_parse(const char *s, char **end, int base, unsigned long long limit, int binary) {
  struct homing_number n = {0, 0, 0};
  const char *at = s;
  int digits = 0;
  if (base < 0 || base == 1 || base > 36) {
    /* `*end` stays as it is. */
    *__errno_location() = EINVAL;
    return n;
  }
  while ((*at == ' ') | ((unsigned)(byte)*at - '\t' < 5)) at++;
  if ((*at == '-') | (*at == '+')) n.negative = *at++ == '-';
  int number = homing_is_number_digit((byte)*at, 10);
  if (number && (base == 0 || base == 16) && homing_prefix(at, 'x', 16)) {
    at += 2;
    base = 16;
  } else if (number && binary && (base == 0 || base == 2) && homing_prefix(at, 'b', 2)) {
    at += 2;
    base = 2;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  int harmless = homing_harmless((unsigned)base, limit);
  unsigned long long most = limit / (unsigned)base, last = limit % (unsigned)base;
  for (; homing_is_number_digit((byte)*at, (unsigned)base); at++, digits++) {
    unsigned long long d = homing_digit((byte)*at);
    /* A number that is too large stays too large, whatever it wraps to. */
    if (digits >= harmless) n.overflow |= (n.magnitude > most) | ((n.magnitude == most) & (d > last));
    n.magnitude = n.magnitude * (unsigned long long)base + d;
  }
  if (end) *end = (char *)(digits ? at : s);
  if (digits > harmless && n.overflow) *__errno_location() = ERANGE;
  return n;
}

static long long homing_signed(const char *s, char **end, int base, unsigned long long max, int binary) {
  const char *at = s;
  while (isspace((byte)*at)) at++;
  /* The most negative number has a magnitude one larger. */
  unsigned long long limit = *at == '-' ? max + 1 : max;
  struct homing_number n = homing_parse(s, end, base, limit, binary);
  unsigned long long m = n.overflow ? limit : n.magnitude;
  return (long long)(n.negative ? 0 - m : m);
}

static unsigned long long homing_unsigned(const char *s, char **end, int base, unsigned long long max, int binary) {
  struct homing_number n = homing_parse(s, end, base, max, binary);
  if (n.overflow) return max;
  return n.negative ? 0 - n.magnitude : n.magnitude;
}

#define LONG_MAX ((unsigned long long)(~0ul >> 1))
#define LLONG_MAX (~0ull >> 1)

long strtol(const char *s, char **end, int base) { return (long)homing_signed(s, end, base, LONG_MAX, 0); }
long long strtoll(const char *s, char **end, int base) { return homing_signed(s, end, base, LLONG_MAX, 0); }
unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)homing_unsigned(s, end, base, ~0ul, 0); }
unsigned long long strtoull(const char *s, char **end, int base) { return homing_unsigned(s, end, base, ~0ull, 0); }

long __isoc23_strtol(const char *s, char **end, int base) { return (long)homing_signed(s, end, base, LONG_MAX, 1); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return homing_signed(s, end, base, LLONG_MAX, 1); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return (unsigned long)homing_unsigned(s, end, base, ~0ul, 1);
}
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return homing_unsigned(s, end, base, ~0ull, 1);
}

int atoi(const char *s) { return (int)strtol(s, NULL, 10); }
long atol(const char *s) { return strtol(s, NULL, 10); }
long long atoll(const char *s) { return strtoll(s, NULL, 10); }

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    const byte *at = (const byte *)base + mid * size;
    int order = compare(key, at);
    if (order == 0) return (void *)at;
    if (order < 0)
      hi = mid;
    else
      lo = mid + 1;
  }
  return NULL;
}

struct homing_sort {
  size_t size;
  byte *room;
  int (*compare)(const void *, const void *, void *);
  void *extra;
};

static void homing_move(byte *to, const byte *from, size_t n) {
  __builtin_memcpy(to, from, n);
}

/* Merge sort: stable, and few comparisons. */
static void homing_merge_sort(byte *base, size_t n, const struct homing_sort *s) {
  if (n < 2) return;
  size_t half = n / 2, size = s->size;
  byte *right = base + half * size;
  homing_merge_sort(base, half, s);
  homing_merge_sort(right, n - half, s);
  size_t i = 0, j = 0, k = 0;
  while (i < half && j < n - half) {
    int take_left = s->compare(base + i * size, right + j * size, s->extra) <= 0;
    homing_move(s->room + k++ * size, take_left ? base + i++ * size : right + j++ * size, size);
  }
  /* What is left of the right half already stands in its place. */
  homing_move(s->room + k * size, base + i * size, (half - i) * size);
  homing_move(base, s->room, (k + half - i) * size);
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *extra) {
  if (n < 2 || size == 0) return;
  byte room[n * size];
  struct homing_sort s = {size, room, compare, extra};
  homing_merge_sort(base, n, &s);
}

void __qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *extra) {
  qsort_r(base, n, size, compare, extra);
}

struct homing_plain_order {
  int (*compare)(const void *, const void *);
};

static int homing_plain_compare(const void *a, const void *b, void *order) {
  return ((struct homing_plain_order *)order)->compare(a, b);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  struct homing_plain_order order = {compare};
  qsort_r(base, n, size, homing_plain_compare, &order);
}
