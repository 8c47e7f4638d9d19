/* The loop of a fuzzing child: it runs the program again and again with changed inputs, keeps those that come to something new, and writes
 * down what it found. The program's blocks, comparisons and calls are instrumented; replay.c, which follows this text, asks here for inputs.
 *
 * HOMING_KTEST   the order: seed, budget, distances, words, inputs (see crates/fuzz/src/order.rs)
 * HOMING_EVENTS  the file that what is found is appended to (see crates/fuzz/src/told.rs)
 *
 * Between two runs the program's globals are put back, the heap is emptied, and whatever ended the run has come back by longjmp. What is kept
 * over runs has a section of its own.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEEP __attribute__((section("homing_keep")))
#define BLOCKS (1u << 18)
#define INPUT (1u << 16)
#define RECORDS 4096u
#define ENTRIES 8192u
#define PAIRS 512u
#define WORDS 1024u
#define HEAP ((size_t)256 << 20)
#define STORE ((size_t)256 << 20)
#define HANDLERS 32u
#define EQUALS 16u
#define VARIABLE 256u
#define GAPS 4096u
#define NEARER 32u
#define VISITS 4
/* What making files, and a process, costs for each run, in blocks. */
#define SURROUNDED_COST 8000u
#define QUIET_COST 400u
#define APART_COST 100000u

typedef unsigned char byte;
struct entry {
  uint32_t size, records, distance, tried, is_long;
  /* What it did, and how much of it counts; it was made smaller since it was told. */
  uint64_t print;
  uint32_t weight, is_smaller, looked;
  byte *bytes;
  uint32_t *sizes;
  /* Blocks with comparisons of two values, neither constant, that were equal. */
  uint32_t equals, equal[EQUALS];
};
/* Two values that were compared, and in which block; `width` in bytes, or texts with their lengths. */
struct pair {
  uint64_t a, b;
  uint32_t width, block, na, nb;
  byte ta[32], tb[32];
};
struct word {
  uint32_t size;
  byte bytes[32];
};

KEEP static byte counters[BLOCKS];
KEEP static byte seen_counts[BLOCKS];
KEEP static byte crashed_at[BLOCKS];
/* How many runs entered a block, and the least of the inputs that do. */
KEEP static uint32_t entered[BLOCKS], least_for[BLOCKS];
/* Blocks that some run has entered. */
KEEP static uint32_t known_blocks[BLOCKS], known_count;
/* For each block with a comparison of two values that never were equal there: how near they came, turned over (0: not met, all ones: equal),
 * with which input, and the list of these blocks. */
KEEP static uint64_t nearness[BLOCKS];
KEEP static uint32_t nearest_in[BLOCKS], gaps[GAPS], gap_count;
/* Those that came nearer in this run. */
KEEP static uint32_t nearer[NEARER], nearer_count;
KEEP static uint32_t distances[BLOCKS];
KEEP static uint32_t blocks, last_block;
KEEP static uint64_t fuel, spent, budget, fuel_per_run, fuel_given, longest, runs, random_state;
KEEP static int tracing, running, out;
KEEP static byte input[INPUT];
KEEP static uint32_t length, position, records, last_at;
KEEP static uint32_t sizes[RECORDS];
KEEP static byte open_targets[1024], hit_targets[1024];
KEEP static struct entry entries[ENTRIES];
KEEP static uint32_t order[ENTRIES];
KEEP static uint32_t entry_count;
KEEP static struct pair pairs[PAIRS];
KEEP static uint32_t pair_count, equal_count;
KEEP static uint32_t equal_blocks[EQUALS];
KEEP static struct word words[WORDS];
KEEP static uint32_t word_count;
/* Runs that look at the comparisons of one input, about. */
#define LOOKS 2000u
/* Inputs that were run twice, at most; and how many of them did not do the same. */
#define CHECKS 256u
KEEP static uint32_t checks, unstable;
KEEP static byte *heap, *store;
KEEP static size_t heap_used, store_used;
KEEP static jmp_buf back;
KEEP static void (*handlers[HANDLERS])(void);
KEEP static uint32_t handler_count;
KEEP static const byte *order_at;
KEEP static uint32_t fuel_ends, crash_ends, stop, was_hit;
KEEP static byte alternate[65536];
KEEP static byte before[INPUT], broken[INPUT], mutated[INPUT];
KEEP static struct pair pairs_before[PAIRS];

enum { RETURNED = 1, ENDED, FUEL, SIGNAL };

__attribute__((noreturn, noinline)) static void come_back(int how) {
  if (!running)
    for (;;)
      syscall(SYS_exit_group, 98);
  running = 0;
  longjmp(back, how);
}

/* Called by the instrumented program. */
__attribute__((always_inline, used)) void homing_fuzz_block(uint32_t id) {
  byte c = counters[id];
  counters[id] = (byte)(c + (c != 255));
  last_block = id;
  if (--fuel == 0)
    come_back(FUEL);
}

/* Something came out equal: as if a block was entered. */
__attribute__((always_inline, used)) void homing_fuzz_equal(uint32_t id, uint32_t flag) {
  byte c = counters[id];
  counters[id] = (byte)(c + (flag & (c != 255)));
}

/* Which pairs are known: numbers of pairs, from 1, by a hash of their values. */
#define SLOTS 4096u
KEEP static uint16_t slots[SLOTS];

static void forget_pairs(void) {
  pair_count = 0;
  __builtin_memset(slots, 0, sizeof slots);
}

__attribute__((noinline)) static void add_pair(const struct pair *p) {
  uint64_t hash = p->a * 0x9e3779b97f4a7c15ull ^ (p->b + p->width) * 0xc2b2ae3d27d4eb4full ^ (uint64_t)p->block << 20;
  for (uint32_t i = 0; !p->width && i < 32; i++)
    hash = (hash ^ p->ta[i] ^ (uint64_t)p->tb[i] << 8) * 0x9e3779b97f4a7c15ull;
  for (uint32_t at = (uint32_t)(hash >> 52);; at = (at + 1) % SLOTS) {
    if (!slots[at]) {
      if (pair_count < PAIRS)
        pairs[pair_count++] = *p, slots[at] = (uint16_t)pair_count;
      return;
    }
    const struct pair *q = &pairs[slots[at] - 1];
    if (q->a == p->a && q->b == p->b && q->width == p->width && q->block == p->block && q->na == p->na && q->nb == p->nb &&
        !__builtin_memcmp(q->ta, p->ta, 32) && !__builtin_memcmp(q->tb, p->tb, 32))
      return;
  }
}

static int is_among(const uint32_t *list, uint32_t n, uint32_t what) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == what)
      return 1;
  return 0;
}

__attribute__((noinline)) static void compared(uint64_t a, uint64_t b, uint32_t width) {
  struct pair p = {0};
  if (a == b) {
    if (width & VARIABLE && equal_count < EQUALS && !is_among(equal_blocks, equal_count, last_block))
      equal_blocks[equal_count++] = last_block;
    return;
  }
  p.a = a, p.b = b, p.width = width & 15, p.block = width & VARIABLE ? last_block : UINT32_MAX;
  add_pair(&p);
}

__attribute__((noinline)) static void came_nearer(uint64_t near) {
  if (tracing || (nearer_count == NEARER && ~near))
    return;
  if (!nearness[last_block]) {
    if (gap_count == GAPS)
      return;
    gaps[gap_count++] = last_block;
    nearest_in[last_block] = UINT32_MAX;
  }
  nearness[last_block] = near;
  if (~near)
    nearer[nearer_count++] = last_block;
}

/* `width` has VARIABLE in it where neither side is a constant. Characters are soon tried, and how near they come says nothing;
 * nor does it say anything how near a counter comes, the longer it counts. */
__attribute__((always_inline, used)) void homing_fuzz_compare(uint64_t a, uint64_t b, uint32_t width) {
  uint32_t w = width & 15;
  if (w > 1 && (w == 8 || (a | b) > 255) && counters[last_block] <= VISITS) {
    int64_t apart = (int64_t)((a - b) << (64 - 8 * w)) >> (64 - 8 * w);
    uint64_t near = ~(uint64_t)(apart < 0 ? -apart : apart);
    if (__builtin_expect(near > nearness[last_block], 0))
      came_nearer(near);
  }
  if (__builtin_expect(tracing, 0))
    compared(a, b, width);
}

__attribute__((used, noinline)) void homing_fuzz_switch(uint64_t v, uint32_t width, const uint64_t *cases, uint32_t n) {
  if (tracing)
    for (uint32_t i = 0; i < n && i < 64; i++)
      compared(v, cases[i], width);
}

static uint32_t put_text_of(byte *to, const byte *from, size_t most, int text) {
  uint32_t n = 0;
  while (n < 32 && n < most && !(text && !from[n]))
    to[n] = from[n], n++;
  return n;
}

static void add_word(const byte *from, uint32_t n) {
  if (n < 2 || n > 32 || word_count == WORDS)
    return;
  for (uint32_t i = 0; i < word_count; i++)
    if (words[i].size == n && !__builtin_memcmp(words[i].bytes, from, n))
      return;
  words[word_count].size = n;
  __builtin_memcpy(words[word_count].bytes, from, n);
  word_count++;
}

/* `text`: zero bytes end them. */
__attribute__((used, noinline)) void homing_fuzz_texts(const byte *a, const byte *b, uint64_t most, uint32_t text) {
  if (!tracing || !a || !b)
    return;
  struct pair p = {0};
  p.na = put_text_of(p.ta, a, most, (int)text);
  p.nb = put_text_of(p.tb, b, most, (int)text);
  if (p.na == p.nb && !__builtin_memcmp(p.ta, p.tb, p.na))
    return;
  add_pair(&p);
  add_word(p.ta, p.na);
  add_word(p.tb, p.nb);
}

/* What the program calls instead of the C library's. */
static size_t *header(void *p) { return (size_t *)((byte *)p - 16); }
static int is_ours(const void *p) { return (const byte *)p >= heap && (const byte *)p < heap + HEAP; }
extern size_t malloc_usable_size(void *);

__attribute__((used)) void *homing_fuzz_aligned_alloc(size_t align, size_t n) {
  size_t at = (heap_used + 16 + align - 1) & ~(align - 1);
  if (n > HEAP - (64 << 10) || at > HEAP - n - 64)
    return 0;
  heap_used = (at + n + 15) & ~(size_t)15;
  void *p = heap + at;
  *header(p) = n;
  return p;
}
__attribute__((used)) void *homing_fuzz_malloc(size_t n) { return homing_fuzz_aligned_alloc(16, n); }
__attribute__((used)) void homing_fuzz_free(void *p) { (void)p; }
__attribute__((used)) void *homing_fuzz_calloc(size_t n, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(n, size, &all))
    return 0;
  void *p = homing_fuzz_malloc(all);
  if (p)
    __builtin_memset(p, 0, all);
  return p;
}
__attribute__((used)) void *homing_fuzz_realloc(void *p, size_t n) {
  void *q = homing_fuzz_malloc(n);
  if (p && q) {
    size_t had = is_ours(p) ? *header(p) : malloc_usable_size(p);
    __builtin_memcpy(q, p, had < n ? had : n);
  }
  return q;
}
__attribute__((used)) void *homing_fuzz_reallocarray(void *p, size_t n, size_t size) {
  size_t all;
  return __builtin_mul_overflow(n, size, &all) ? 0 : homing_fuzz_realloc(p, all);
}
__attribute__((used)) int homing_fuzz_posix_memalign(void **to, size_t align, size_t n) {
  void *p = homing_fuzz_aligned_alloc(align < 16 ? 16 : align, n);
  if (p)
    *to = p;
  return p ? 0 : ENOMEM;
}
__attribute__((used)) int homing_fuzz_atexit(void (*f)(void)) {
  if (handler_count == HANDLERS)
    return -1;
  handlers[handler_count++] = f;
  return 0;
}
__attribute__((noreturn, used)) void homing_fuzz_exit(int status) {
  (void)status;
  while (handler_count)
    handlers[--handler_count]();
  come_back(ENDED);
}
__attribute__((noreturn, used)) void homing_fuzz__exit(int status) {
  (void)status;
  come_back(ENDED);
}
__attribute__((noreturn, used)) void homing_fuzz_abort(void) { come_back(SIGNAL); }
__attribute__((noreturn, used)) void homing_fuzz___assert_fail(const char *a, const char *f, unsigned l, const char *fn) {
  (void)a, (void)f, (void)l, (void)fn;
  come_back(SIGNAL);
}
/* Nothing is started, and nobody waits. */
__attribute__((used)) int homing_fuzz_refused(void) {
  errno = EAGAIN;
  return -1;
}
__attribute__((used)) int homing_fuzz_nothing(void) { return 0; }

/* What replay.c needs. */
static void event(const char *what, const char *name, int numbers, size_t a, size_t b) {
  (void)what, (void)name, (void)numbers, (void)a, (void)b;
}
__attribute__((noreturn)) static void leave(int status) {
  (void)status;
  come_back(ENDED);
}
__attribute__((noreturn)) static void give_up(const char *name) {
  (void)name;
  come_back(ENDED);
}
__attribute__((noreturn, noinline)) static void fail(const char *what, const char *message) {
  (void)what, (void)message;
  come_back(SIGNAL);
}
__attribute__((noinline)) static void take(void *to, size_t size, const char *name) {
  (void)name;
  if (!size)
    return;
  if (!running)
    for (;;)
      syscall(SYS_exit_group, 97); /* an input before the program has begun */
  if (size > INPUT - position || records == RECORDS)
    come_back(ENDED);
  sizes[records++] = (uint32_t)size;
  last_at = position;
  position += (uint32_t)size;
  if (length < position) {
    __builtin_memset(input + length, 0, position - length);
    length = position;
  }
  __builtin_memcpy(to, input + last_at, size);
}
/* The last input, brought into bounds. */
__attribute__((noinline)) static int brought_within(int lo, int hi, int v) {
  if (lo < hi && !(lo <= v && v < hi)) {
    v = lo + (int)((unsigned)v % ((unsigned)hi - (unsigned)lo));
    __builtin_memcpy(input + last_at, &v, sizeof v);
  }
  return v;
}
__attribute__((used)) void homing_hit(int id) {
  if ((unsigned)id < sizeof hit_targets * 8)
    hit_targets[id / 8] |= (byte)(1u << id % 8), was_hit = 1;
}

/* The program's globals as they were before its first run. */
extern char __data_start[], _end[], __start_homing_keep[], __stop_homing_keep[];
KEEP static struct {
  byte *from, *saved, *to;
  int file;
} ranges[2];

static void save(int i, char *from, char *to) {
  size_t n = to > from ? (size_t)(to - from) : 0;
  ranges[i].from = (byte *)from, ranges[i].to = (byte *)from + n, ranges[i].file = -1;
  ranges[i].saved = mmap(0, n + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  __builtin_memcpy(ranges[i].saved, from, n);
  if (n < (128u << 10))
    return;
  /* Large ones are mapped again, page by page. */
  uintptr_t first = ((uintptr_t)from + 4095) & ~(uintptr_t)4095, end = (uintptr_t)(from + n) & ~(uintptr_t)4095;
  int file = (int)syscall(SYS_memfd_create, "globals", 1);
  if (file < 0)
    return;
  for (uintptr_t at = first; at < end;) {
    long done = syscall(SYS_write, file, at, end - at);
    if (done <= 0)
      return;
    at += (uintptr_t)done;
  }
  ranges[i].file = file;
}

static void restore(void) {
  for (int i = 0; i < 2; i++) {
    byte *from = ranges[i].from, *to = ranges[i].to, *saved = ranges[i].saved;
    if (ranges[i].file >= 0) {
      byte *first = (byte *)(((uintptr_t)from + 4095) & ~(uintptr_t)4095), *end = (byte *)((uintptr_t)to & ~(uintptr_t)4095);
      __builtin_memcpy(from, saved, (size_t)(first - from));
      mmap(first, (size_t)(end - first), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, ranges[i].file, 0);
      __builtin_memcpy(end, saved + (end - from), (size_t)(to - end));
    } else {
      __builtin_memcpy(from, saved, (size_t)(to - from));
    }
  }
}

