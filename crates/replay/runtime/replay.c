/* What a program under replay is linked with: its inputs come from a .ktest file, and what happens is written down.
 *
 * Every definition is weak, so that a program that brings its own wins. Nothing of the C library is used but
 * syscall() and exit(): the program may define any other name itself.
 *
 * HOMING_KTEST   the test case
 * HOMING_ENVIRON file with the program's environment, each variable ended by a zero byte; without it the environment is empty
 * HOMING_EVENTS  file that receives one line for each event: "hit N", "assume", "inputs NAME", "size NAME WANT HAVE",
 *                "assert", "reported", "unsupported NAME", "entry"
 * HOMING_FILES   how many files the program may open; the first number beyond them is for the events
 */
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __clang__
/* The program may be linked with a sanitizer; it is not the runtime that is looked at. */
#pragma clang attribute push(__attribute__((no_sanitize("undefined"))), apply_to = function)
#endif

#ifdef SYS_mmap2
#define HOMING_MMAP SYS_mmap2
#else
#define HOMING_MMAP SYS_mmap
#endif

#define WEAK __attribute__((weak, used))

extern char **environ;

/* A fuzzing child has its own (crates/fuzz/runtime). */
#ifndef HOMING_FUZZ
static unsigned char test_bytes[16u << 20];
static size_t test_size;
static size_t position;
static uint32_t objects_left;
static int events = -1;
static unsigned char seen[1u << 13];

static size_t text_length(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

static const char *test_path, *events_path;

static const char *variable(const char *name) {
  if (test_path && events_path)
    return name[7] == 'K' ? test_path : events_path;
  size_t n = text_length(name);
  for (char **e = environ; e && *e; e++) {
    size_t i = 0;
    while (i < n && (*e)[i] == name[i])
      i++;
    if (i == n && (*e)[n] == '=')
      return *e + n + 1;
  }
  return 0;
}

static void put_text(char *line, size_t *at, const char *s) {
  while (*s && *at < 400)
    line[(*at)++] = *s == '\n' ? ' ' : *s, s++;
}

static void put_number(char *line, size_t *at, size_t v) {
  char digits[24];
  size_t n = 0;
  do
    digits[n++] = (char)('0' + v % 10), v /= 10;
  while (v);
  while (n)
    line[(*at)++] = digits[--n];
}

/* Places passed before the environment is there (.preinit_array), told as soon as it is. */
static unsigned early[256];
static unsigned early_count;
static void event(const char *what, const char *name, int numbers, size_t a, size_t b);

static void open_events(void) {
  const char *path = variable("HOMING_EVENTS");
  if (path)
    events = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (events < 0)
    return;
  unsigned count = early_count;
  early_count = 0;
  for (unsigned i = 0; i < count; i++)
    event("hit", 0, 1, early[i], 0);
}

/* One write() for one event: it is in the file whatever happens next. */
static void event(const char *what, const char *name, int numbers, size_t a, size_t b) {
  char line[512];
  size_t at = 0;
  if (events < 0)
    open_events();
  if (events < 0)
    return;
  put_text(line, &at, what);
  if (name) {
    line[at++] = ' ';
    put_text(line, &at, name);
  }
  if (numbers > 0) {
    line[at++] = ' ';
    put_number(line, &at, a);
  }
  if (numbers > 1) {
    line[at++] = ' ';
    put_number(line, &at, b);
  }
  line[at++] = '\n';
  syscall(SYS_write, events, line, at);
}

__attribute__((noreturn)) static void leave(int status) {
#ifdef HOMING_RANDOM
  extern void __gcov_dump(void);
  __gcov_dump();
#endif
  for (;;)
    syscall(SYS_exit_group, status);
}

__attribute__((noreturn)) static void give_up(const char *name) {
  event("unsupported", name, 0, 0, 0);
  leave(1);
}

/* Called by the instrumented program before each place of a target. */
WEAK void homing_hit(int id) {
  unsigned n = (unsigned)id;
  if (n < sizeof seen * 8) {
    if (seen[n / 8] & (1u << n % 8))
      return;
    seen[n / 8] |= (unsigned char)(1u << n % 8);
  }
  if (events < 0)
    open_events();
  if (events < 0 && early_count < sizeof early / sizeof *early)
    early[early_count++] = n;
  else
    event("hit", 0, 1, n, 0);
}

static uint32_t word(void) {
  if (test_size - position < 4)
    give_up("truncated test");
  const unsigned char *p = test_bytes + position;
  position += 4;
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void skip(size_t n) {
  if (test_size - position < n)
    give_up("truncated test");
  position += n;
}

static void open_test(void) {
  static int opened;
  if (opened)
    return;
  opened = 1;
  const char *path = variable("HOMING_KTEST");
  long fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0) : -1;
  if (fd < 0)
    give_up("no test");
  for (;;) {
    long n = syscall(SYS_read, fd, test_bytes + test_size, sizeof test_bytes - test_size);
    if (n <= 0)
      break;
    test_size += (size_t)n;
    if (test_size == sizeof test_bytes)
      give_up("test too large");
  }
  syscall(SYS_close, fd);
  skip(5);
  word(); /* version */
  for (uint32_t args = word(); args; args--)
    skip(word());
  word();
  word();
  objects_left = word();
}

#ifdef HOMING_RANDOM
/* For tests: random inputs, small and special values more often. HOMING_SEED chooses the run. */
static void take(void *to, size_t size, const char *name) {
  static uint64_t state;
  (void)name;
  if (!state)
    for (const char *s = variable("HOMING_SEED"); s && *s; s++)
      state = (state + (unsigned char)*s) * 6364136223846793005u + 1442695040888963407u;
  unsigned char *out = to;
  static const unsigned char special[] = {0, 1, 2, 3, 5, 7, 8, 10, 42, 100, 127, 128, 255, '(', ')', '<', '>', '/', 'a', '0', ' '};
  state = state * 6364136223846793005u + 1442695040888963407u;
  unsigned how = (unsigned)(state >> 60);
  for (size_t i = 0; i < size; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    unsigned r = (unsigned)(state >> 33);
    if (how < 9) /* a small number, or a negative one */
      out[i] = i == 0 ? special[r % sizeof special] : how == 8 ? 0xff : how < 7 ? 0 : special[r % sizeof special];
    else
      out[i] = (unsigned char)(r % 3 ? special[r % sizeof special] : r >> 8);
  }
}
#else
/* The next object of the test, which must have that size. One of no bytes is none. */
static void take(void *to, size_t size, const char *name) {
  open_test();
  if (!size)
    return;
  if (!objects_left) {
    event("inputs", name, 0, 0, 0);
    leave(1);
  }
  objects_left--;
  skip(word());
  size_t have = word();
  if (have != size) {
    event("size", name, 2, size, have);
    leave(1);
  }
  unsigned char *out = to;
  const unsigned char *from = test_bytes + position;
  skip(have);
  for (size_t i = 0; i < size; i++)
    out[i] = from[i];
}
#endif
#endif

static void assume(int holds) {
  if (!holds) {
    event("assume", 0, 0, 0, 0);
    leave(1);
  }
}

static int in_range(int lo, int hi, const char *name) {
  int v;
  take(&v, sizeof v, name);
#ifdef HOMING_RANDOM
  if (lo < hi)
    v = lo + (int)((unsigned)v % ((unsigned)hi - (unsigned)lo));
#endif
#ifdef HOMING_FUZZ
  v = brought_within(lo, hi, v);
#endif
  assume(lo <= v && v < hi);
  return v;
}

#ifndef HOMING_FUZZ
/* The end of a run by an error that it reports itself; the signal is what abort() gives. */
__attribute__((noreturn)) static void fail(const char *what, const char *message) {
  event(what, message, 0, 0, 0);
#ifdef HOMING_RANDOM
  leave(134);
#endif
  syscall(SYS_kill, syscall(SYS_getpid), 6);
  leave(134);
}
#endif

/* KLEE's intrinsics. */
WEAK void klee_make_symbolic(void *p, size_t n, const char *name) { take(p, n, name ? name : "unnamed"); }
WEAK int klee_int(const char *name) {
  int v;
  take(&v, sizeof v, name);
  return v;
}
WEAK int klee_range(int lo, int hi, const char *name) {
  return in_range(lo, hi, name);
}
WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t v;
  take(&v, sizeof v, "klee_choose");
  assume(v < n);
  return v;
}
WEAK void klee_assume(uintptr_t c) { assume(c != 0); }
WEAK void klee_assert(int c) {
  if (!c)
    fail("assert", "klee_assert");
}
WEAK void klee_reach(void) {}
WEAK void klee_prefer_cex(void *p, uintptr_t c) { (void)p, (void)c; }
WEAK void klee_posix_prefer_cex(void *p, uintptr_t c) { (void)p, (void)c; }
WEAK unsigned klee_is_symbolic(uintptr_t n) {
  /* The engine's answer is in the test. */
  unsigned v;
  (void)n;
  take(&v, sizeof v, "klee_is_symbolic");
  return v;
}
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK float klee_get_valuef(float v) { return v; }
WEAK double klee_get_valued(double v) { return v; }
WEAK long klee_get_valuel(long v) { return v; }
WEAK long long klee_get_valuell(long long v) { return v; }
WEAK int32_t klee_get_value_i32(int32_t v) { return v; }
WEAK int64_t klee_get_value_i64(int64_t v) { return v; }
WEAK size_t klee_get_obj_size(void *p) {
  size_t v;
  (void)p;
  take(&v, sizeof v, "klee_get_obj_size");
  return v;
}
WEAK void klee_check_memory_access(const void *p, size_t n) {
  const volatile unsigned char *b = p;
  if (n) {
    (void)b[0];
    (void)b[n - 1];
  }
}
/* Whole pages; several objects may share one. */
WEAK void klee_define_fixed_object(void *p, size_t n) {
  static uintptr_t mine[64];
  static unsigned count;
  uintptr_t page = (uintptr_t)p & ~(uintptr_t)4095, end = (uintptr_t)p + n;
  for (; page < end; page += 4096) {
    unsigned i = 0;
    while (i < count && mine[i] != page)
      i++;
    if (i < count)
      continue;
    long got = syscall(HOMING_MMAP, page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != (long)page || count == sizeof mine / sizeof *mine)
      give_up("klee_define_fixed_object at this address");
    mine[count++] = page;
  }
}
WEAK int klee_get_errno(void) { return errno; }
WEAK __attribute__((noreturn)) void klee_assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  fail("assert", what);
}
WEAK __attribute__((noreturn)) void klee_silent_exit(int status) { leave(status); }
WEAK __attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)file, (void)line, (void)suffix;
  fail("reported", message);
}
WEAK __attribute__((noreturn)) void klee_abort(void) { fail("abort", "klee_abort"); }
WEAK void klee_warning(const char *m) { (void)m; }
WEAK void klee_warning_once(const char *m) { (void)m; }
WEAK void klee_print_expr(const char *m, ...) { (void)m; }
WEAK void klee_print_range(const char *m, int v) { (void)m, (void)v; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_mark_global(void *p) { (void)p; }
WEAK void klee_set_forking(unsigned on) { (void)on; }
WEAK void klee_alias_function(const char *a, const char *b) {
  (void)a, (void)b;
  give_up("klee_alias_function");
}

/* SV-COMP's, and Homing's own. */
WEAK void __VERIFIER_assume(int c) { assume(c != 0); }
WEAK void __VERIFIER_assert(int c) {
  if (!c)
    fail("assert", "__VERIFIER_assert");
}
WEAK __attribute__((noreturn)) void __VERIFIER_error(void) { fail("reported", "__VERIFIER_error"); }
WEAK __attribute__((noreturn)) void reach_error(void) { fail("reported", "reach_error"); }
WEAK void __VERIFIER_nondet_memory(void *p, size_t n) { take(p, n, "__VERIFIER_nondet_memory"); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void homing_symbolic(void *p, size_t n, const char *name) { take(p, n, name ? name : "unnamed"); }
WEAK int homing_range(int lo, int hi, const char *name) {
  return in_range(lo, hi, name);
}
WEAK void homing_assume(unsigned long c) { assume(c != 0); }
WEAK void homing_assert(unsigned long c) {
  if (!c)
    fail("assert", "homing_assert");
}
WEAK __attribute__((noreturn)) void homing_error(void) { fail("reported", "homing_error"); }
WEAK void homing_reach(void) {}
WEAK void homing_output(unsigned long long v) { (void)v; }

#define NONDET(name, type)                                                                                            \
  WEAK type __VERIFIER_nondet_##name(void) {                                                                          \
    type v;                                                                                                           \
    take(&v, sizeof v, "__VERIFIER_nondet_" #name);                                                                   \
    return v;                                                                                                         \
  }                                                                                                                   \
  WEAK type homing_any_##name(void) {                                                                                 \
    type v;                                                                                                           \
    take(&v, sizeof v, "homing_any_" #name);                                                                          \
    return v;                                                                                                         \
  }
#define NONDET_BOOL(name)                                                                                             \
  WEAK _Bool __VERIFIER_nondet_##name(void) {                                                                         \
    unsigned char v;                                                                                                  \
    take(&v, 1, "__VERIFIER_nondet_" #name);                                                                          \
    return v & 1;                                                                                                     \
  }                                                                                                                   \
  WEAK _Bool homing_any_##name(void) {                                                                                \
    unsigned char v;                                                                                                  \
    take(&v, 1, "homing_any_" #name);                                                                                 \
    return v & 1;                                                                                                     \
  }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(unsigned_char, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(unsigned_short, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(unsigned_int, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(unsigned_long, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(ptrdiff_t, ptrdiff_t)
NONDET(S8, int8_t)
NONDET(S16, int16_t)
NONDET(S32, int32_t)
NONDET(S64, int64_t)
NONDET(U8, uint8_t)
NONDET(U16, uint16_t)
NONDET(U32, uint32_t)
NONDET(U64, uint64_t)
NONDET(i8, int8_t)
NONDET(i16, int16_t)
NONDET(i32, int32_t)
NONDET(i64, int64_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(ptr, void *)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif
NONDET_BOOL(bool)
NONDET_BOOL(_Bool)

#ifndef HOMING_FUZZ
#ifndef HOMING_RANDOM
static char environ_bytes[4u << 20];
static char *environ_list[1u << 14];

/* The program's environment comes from a file: what the loader and the C library find at the start is ours. */
static void set_environment(void) {
  const char *path = variable("HOMING_ENVIRON");
  size_t size = 0, count = 0;
  long fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0) : -1;
  if (fd >= 0) {
    for (;;) {
      long n = syscall(SYS_read, fd, environ_bytes + size, sizeof environ_bytes - 1 - size);
      if (n <= 0)
        break;
      size += (size_t)n;
    }
    syscall(SYS_close, fd);
  }
  for (size_t at = 0; at < size && count + 1 < sizeof environ_list / sizeof *environ_list; at += text_length(environ_bytes + at) + 1)
    environ_list[count++] = environ_bytes + at;
  environ = environ_list;
}
#endif

#ifndef HOMING_RANDOM
/* Opens the file of events where the program cannot come across it: its own files have the numbers that they have in the engine, and
   when it can open no more, events can still be told. */
static void hide_events(void) {
  const char *text = variable("HOMING_FILES");
  unsigned long files = 0;
  for (; text && *text >= '0' && *text <= '9'; text++)
    files = files * 10 + (unsigned long)(*text - '0');
  if (!files)
    return;
  open_events();
  int high = events < 0 ? -1 : (int)syscall(SYS_fcntl, events, F_DUPFD_CLOEXEC, files);
  if (high >= 0) {
    syscall(SYS_close, events);
    events = high;
  }
  uint64_t limit[2] = {files, files};
  syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, limit, 0);
}
#endif

#ifdef HOMING_SANITIZED
/* Each argument and variable in a block of its own: a read beyond its end is then seen by the sanitizer. */
extern void *malloc(size_t);
static void apart(char **list) {
  for (; list && *list; list++) {
    size_t n = text_length(*list) + 1;
    char *copy = malloc(n);
    if (!copy)
      return;
    for (size_t i = 0; i < n; i++)
      copy[i] = (*list)[i];
    *list = copy;
  }
}
#endif

/* An entry other than main runs as the last constructor, and main never does: the program may have its own. */
extern void exit(int);
WEAK void (*homing_entry)(void);
__attribute__((constructor)) static void start(int argc, char **argv) {
  (void)argc, (void)argv;
#ifndef HOMING_RANDOM
  const char *test = variable("HOMING_KTEST"), *log = variable("HOMING_EVENTS");
  hide_events();
  set_environment();
  test_path = test;
  events_path = log;
#endif
#ifdef HOMING_SANITIZED
  apart(argv);
  apart(environ);
#endif
  if (homing_entry) {
    event("entry", 0, 0, 0, 0);
    homing_entry();
    exit(0);
  }
}
WEAK int main(void) { give_up("main"); }
#endif

#ifdef __clang__
#pragma clang attribute pop
#endif
