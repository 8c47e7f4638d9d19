/* One run of the program: here, or in a process of its own where runs here are not alike. */

/* The program's own thread-local variables, which its globals do not include. */
KEEP static struct {
  byte *from, *saved;
  size_t size;
} threads;

static int find_threads(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  /* The program itself comes first. */
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type == PT_TLS && h->p_memsz) {
      threads.size = h->p_memsz;
      threads.from = (byte *)__builtin_thread_pointer() - ((h->p_memsz + h->p_align - 1) & ~(h->p_align - 1));
    }
  }
  return 1;
}

static void save_threads(void) {
  dl_iterate_phdr(find_threads, 0);
  if (!threads.size)
    return;
  threads.saved = mmap(0, threads.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  __builtin_memcpy(threads.saved, threads.from, threads.size);
}

extern __attribute__((weak)) int main(int, char **, char **);
__attribute__((weak, used)) void (*homing_entry)(void);
KEEP static char *no_arguments[2] = {"program", 0}, *no_environment[1] = {0};
/* Each run in a process of its own. */
KEEP static int apart;

/* Does the work; how it ended. */
__attribute__((noinline)) static int run_here(void) {
  restore();
  if (threads.size)
    __builtin_memcpy(threads.from, threads.saved, threads.size);
  int all = apart || !is_quiet() || runs % OFTEN == 0;
  if (surrounded || has_streams)
    forget(all);
  errno = 0;
  int how = _setjmp(back);
  if (!how) {
    char **arguments = no_arguments, **variables = no_environment;
    int count = 1;
    running = 1;
    if (surrounded)
      arguments = vector, count = make_surroundings(&variables, all);
    if (homing_entry)
      homing_entry();
    else if (main)
      main(count, arguments, variables);
    while (handler_count)
      handlers[--handler_count]();
    running = 0;
    how = RETURNED;
  }
  return how;
}

static int run_apart(void) {
  long child = syscall(SYS_fork);
  if (child == 0)
    syscall(SYS_exit_group, run_here());
  int status = 0;
  if (child < 0)
    return ENDED;
  while (syscall(SYS_wait4, child, &status, 0, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNAL;
}

/* One run with what is in `input`; how it ended. Afterwards `length` is what it took. */
static int run(void) {
  heap_used = 16, handler_count = 0, position = 0, records = 0, nearer_count = 0;
  __builtin_memset(counters, 0, (blocks + 7) & ~7u);
  if (was_hit)
    __builtin_memset(hit_targets, 0, sizeof hit_targets), was_hit = 0;
  /* A run that takes far longer than all that came to an end is given up. */
  uint64_t given = longest * 32 < (1 << 16) ? 1 << 16 : longest * 32 < fuel_per_run ? longest * 32 : fuel_per_run;
  fuel = fuel_given = given;
  int how = apart ? run_apart() : run_here();
  runs++;
  spent += fuel_given - fuel + (apart ? APART_COST : !surrounded ? 100 : is_quiet() ? QUIET_COST : SURROUNDED_COST);
  if (how != FUEL && fuel_given - fuel > longest)
    longest = fuel_given - fuel;
  length = position;
  fuel_ends += how == FUEL;
  crash_ends += how == SIGNAL;
  return how;
}

/* From now on what a run leaves in what is kept is seen by whoever started it, though nothing else of it is. */
static int go_apart(void) {
  byte *first = (byte *)((uintptr_t)__start_homing_keep & ~(uintptr_t)4095);
  byte *end = (byte *)(((uintptr_t)__stop_homing_keep + 4095) & ~(uintptr_t)4095);
  int file = (int)syscall(SYS_memfd_create, "kept", 1);
  for (byte *at = first; file >= 0 && at < end;) {
    long done = syscall(SYS_write, file, at, end - at);
    if (done <= 0)
      return 0;
    at += done;
  }
  void *there = mmap(first, (size_t)(end - first), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
  syscall(SYS_close, file);
  return apart = there == (void *)first;
}
