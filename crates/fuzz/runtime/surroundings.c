/* What the program finds around it: arguments, variables, standard input and files, in the order in which the kernel model asks for what is
 * symbolic of them (crates/posix/kernel); and what is put back in the C library when a run is over. */

#define PIECES 256u
#define TEXTS (1u << 17)
#define VECTOR 1024u
#define STREAMS 64u
#define FIRST_OWN 500

enum { TEXT, SYMBOLIC, SOME };
struct piece {
  uint32_t kind, min, max, size;
  const byte *bytes;
  int file;
};

KEEP static int surrounded, nowhere;
KEEP static struct piece argument_pieces[PIECES], variable_pieces[PIECES], file_pieces[PIECES], standard_input;
KEEP static uint32_t argument_count, variable_count, file_count, text_used;
KEEP static byte texts[TEXTS];
KEEP static char *vector[VECTOR];
KEEP static FILE *streams[STREAMS];
KEEP static int has_streams;
extern int optind __attribute__((weak));
extern void __fpurge(FILE *);

static int in_range(int lo, int hi, const char *name);

static char *add_text(const byte *bytes, uint32_t n, uint32_t room) {
  if (n + room + 1 > TEXTS - text_used)
    come_back(ENDED);
  byte *to = texts + text_used;
  __builtin_memcpy(to, bytes, n);
  to[n] = 0;
  text_used += n + room + 1;
  return (char *)to;
}

static void push(uint32_t *n, char *text) {
  if (*n + 2 > VECTOR)
    come_back(ENDED);
  vector[(*n)++] = text;
}

static char *symbolic_text(const byte *before, uint32_t n, uint32_t most) {
  char *text = add_text(before, n, most + 1);
  take(text + n, most + 1, "");
  text[n + most] = 0;
  return text;
}

static int own_file(int file) { return file < 0 ? file : (int)syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, FIRST_OWN); }

static int open_to_write(const char *path) {
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  int own = own_file(file);
  if (file >= 0)
    syscall(SYS_close, file);
  return own;
}

static void fill(int file, const byte *bytes, uint32_t n) {
  syscall(SYS_ftruncate, file, (long)n);
  syscall(SYS_pwrite64, file, bytes, (size_t)n, 0L);
}

/* Bytes and then how many of them there are. */
static void fill_symbolic(int file, uint32_t most) {
  if (!most)
    return;
  static KEEP byte bytes[INPUT];
  if (most > INPUT)
    come_back(ENDED);
  take(bytes, most, "");
  fill(file, bytes, (uint32_t)in_range(0, (int)most + 1, ""));
}

static int make_surroundings(char ***variables, int all) {
  uint32_t n = 0, argc;
  text_used = 0;
  for (uint32_t i = 0; i < argument_count; i++) {
    const struct piece *p = &argument_pieces[i];
    if (p->kind == TEXT) {
      push(&n, add_text(p->bytes, p->size, 0));
    } else if (p->kind == SYMBOLIC) {
      push(&n, symbolic_text(0, 0, p->max));
    } else {
      uint32_t more = p->max > p->min ? (uint32_t)in_range(0, (int)(p->max - p->min) + 1, "") : 0;
      for (uint32_t k = 0; k < p->min + more; k++)
        push(&n, symbolic_text(0, 0, p->size));
    }
  }
  argc = n;
  vector[n++] = 0;
  *variables = vector + n;
  for (uint32_t i = 0; i < variable_count; i++) {
    const struct piece *p = &variable_pieces[i];
    push(&n, p->kind == TEXT ? add_text(p->bytes, p->size, 0) : symbolic_text(p->bytes, p->size, p->max));
  }
  vector[n] = 0;
  environ = *variables;
  if (standard_input.kind == SYMBOLIC)
    fill_symbolic(standard_input.file, standard_input.max);
  if (standard_input.file >= 0 && all) {
    syscall(SYS_lseek, standard_input.file, 0L, SEEK_SET);
    syscall(SYS_dup2, standard_input.file, 0);
  }
  for (uint32_t i = 0; i < file_count; i++)
    fill_symbolic(file_pieces[i].file, file_pieces[i].max);
  return (int)argc;
}

/* Nothing stands in standard input, and there are no files of inputs: what a run leaves behind in descriptors is of no account to most programs, and system
 * calls cost more than such a run. Then descriptors are put back every so often only. */
#define OFTEN 64u
static int is_quiet(void) { return !file_count && standard_input.kind == TEXT && !standard_input.size; }

/* What the C library keeps over a run; all: what the system keeps, too. */
static void forget(int all) {
  for (uint32_t i = 0; i < STREAMS; i++)
    if (streams[i])
      fclose(streams[i]), streams[i] = 0;
  has_streams = 0;
  if (!surrounded)
    return;
  if (all) {
    syscall(SYS_close_range, 3u, FIRST_OWN - 1u, 0u);
    syscall(SYS_dup2, nowhere, 1);
    syscall(SYS_dup2, nowhere, 2);
  }
  FILE *standard[3] = {stdin, stdout, stderr};
  for (int i = 0; i < 3; i++)
    __fpurge(standard[i]), clearerr(standard[i]);
  if (&optind)
    optind = 0;
}

/* Streams that the program opens are closed when its run is over; the standard ones stay open. */
static FILE *opened(FILE *f) {
  for (uint32_t i = 0; f && i < STREAMS; i++)
    if (!streams[i]) {
      streams[i] = f, has_streams = 1;
      break;
    }
  return f;
}
__attribute__((used)) FILE *homing_fuzz_fopen(const char *path, const char *mode) { return opened(fopen(path, mode)); }
__attribute__((used)) FILE *homing_fuzz_fdopen(int file, const char *mode) { return opened(fdopen(file, mode)); }
__attribute__((used)) int homing_fuzz_fclose(FILE *f) {
  if (f == stdin || f == stdout || f == stderr)
    return fflush(f);
  for (uint32_t i = 0; i < STREAMS; i++)
    if (streams[i] == f)
      streams[i] = 0;
  return fclose(f);
}

/* The order's part on surroundings. */
static uint64_t next(uint32_t n);
static struct piece next_piece(void) {
  struct piece p = {.kind = (uint32_t)next(4), .min = (uint32_t)next(4), .max = (uint32_t)next(4), .file = -1};
  p.size = (uint32_t)next(4);
  uint32_t bytes = (uint32_t)next(4);
  p.bytes = order_at;
  order_at += bytes;
  if (p.kind != SOME)
    p.size = bytes;
  return p;
}

static uint32_t next_pieces(struct piece *to) {
  uint32_t n = (uint32_t)next(4);
  for (uint32_t i = 0; i < n; i++)
    to[i] = next_piece();
  return n;
}

static void read_surroundings(void) {
  surrounded = (int)next(4);
  if (!surrounded)
    return;
  argument_count = next_pieces(argument_pieces);
  variable_count = next_pieces(variable_pieces);
  file_count = next_pieces(file_pieces);
  standard_input = next_piece();
  int file = (int)syscall(SYS_memfd_create, "stdin", 1);
  standard_input.file = own_file(file);
  syscall(SYS_close, file);
  if (standard_input.kind == TEXT)
    fill(standard_input.file, standard_input.bytes, standard_input.size);
  for (uint32_t i = 0; i < file_count; i++) {
    struct piece *p = &file_pieces[i];
    p->file = open_to_write(add_text(p->bytes, p->size, 0));
    if (p->file < 0)
      syscall(SYS_exit_group, 95);
  }
}
