/* The loop: what is kept, which input comes next, what the parent is told. */

static void on_signal(int s) {
  (void)s;
  come_back(SIGNAL);
}

static void tell(char kind, uint32_t number) {
  uint32_t head[4] = {(uint32_t)kind, number, records, length};
  syscall(SYS_write, out, head, sizeof head);
  syscall(SYS_write, out, sizes, records * 4);
  syscall(SYS_write, out, input, length);
}

/* What a run did, as a number. */
static uint64_t footprint(void) {
  uint64_t h = position;
  for (uint32_t i = 0; i < blocks; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, counters + i, 8);
    h = (h ^ eight) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
  }
  return h;
}

/* Does the input at hand do the same once more? If many do not, something is kept from run to run that is not put back here. */
static void check_stable(void) {
  if (apart || checks >= CHECKS)
    return;
  uint64_t first = footprint();
  run();
  checks++;
  unstable += footprint() != first;
  if (unstable >= 4 && unstable * 4 > checks)
    go_apart();
}

/* Was there anything that no run had shown? How near it came. */
static int is_new(uint32_t *distance) {
  int new = 0;
  uint32_t near = UINT32_MAX;
  for (uint32_t i = 0; i < blocks; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, counters + i, 8);
    if (!eight)
      continue;
    for (uint32_t j = i; j < i + 8; j++) {
      byte c = counters[j];
      if (!c)
        continue;
      byte bit = (byte)(c < 4 ? 1 << (c - 1) : c < 8 ? 8 : c < 16 ? 16 : c < 32 ? 32 : c < 128 ? 64 : 128);
      if (!(seen_counts[j] & bit))
        seen_counts[j] |= bit, new = 1;
      if (distances[j] < near)
        near = distances[j];
    }
  }
  *distance = near;
  return new;
}

static void *stored(size_t n) {
  n = (n + 7) & ~(size_t)7;
  if (n > STORE - store_used)
    return 0;
  store_used += n;
  return store + store_used - n;
}

static void keep(uint32_t distance, uint32_t is_long) {
  if (entry_count == ENTRIES)
    return;
  byte *bytes = stored(length);
  uint32_t *list = stored(records * 4);
  if (!bytes || !list)
    return;
  __builtin_memcpy(bytes, input, length);
  __builtin_memcpy(list, sizes, records * 4);
  struct entry e = {length, records, distance, 0, is_long, bytes, list, 0, {0}};
  uint32_t at = entry_count;
  while (at && entries[order[at - 1]].distance >= distance)
    order[at] = order[at - 1], at--;
  order[at] = entry_count;
  entries[entry_count++] = e;
}

/* Runs what is in `input` and looks at it. One that the parent knows is not told again. */
static void try_input(int known) {
  uint32_t distance;
  int how = run();
  for (uint32_t i = 0; was_hit && known < 2 && i < sizeof hit_targets; i++)
    if (hit_targets[i] & open_targets[i]) {
      for (uint32_t b = 0; b < 8; b++)
        if (hit_targets[i] & open_targets[i] & (1u << b))
          tell('H', i * 8 + b);
      open_targets[i] &= (byte)~hit_targets[i];
      stop = 1;
    }
  if (how == SIGNAL && !crashed_at[last_block]) {
    crashed_at[last_block] = 1;
    tell('C', last_block);
  }
  if (is_new(&distance)) {
    keep(distance, how == FUEL);
    if (!known)
      tell('K', distance);
    check_stable();
  }
}

static int is_over(void) { return stop || spent >= budget; }

static void run_traced(void) {
  pair_count = 0, equal_count = 0, tracing = 1;
  run();
  tracing = 0;
}

static void look_at(struct entry *e) {
  load(e);
  run_traced();
  e->equals = equal_count;
  __builtin_memcpy(e->equal, equal_blocks, sizeof e->equal);
}

/* An input was made from one that had a value in it which the program computes itself from the rest, like a checksum: that is not right any
   more, and is put right. */
static void repair(const struct entry *e) {
  __builtin_memcpy(broken, input, length);
  uint32_t size = length, had = pair_count;
  __builtin_memcpy(pairs_before, pairs, had * sizeof *pairs);
  run_traced();
  for (uint32_t i = 0; i < pair_count && !is_over(); i++)
    for (int other = 0; other < 2 && is_among(e->equal, e->equals, pairs[i].block); other++) {
      uint32_t start = 0;
      for (uint32_t tries = 0; tries < 3 && !is_over(); tries++) {
        __builtin_memcpy(input, broken, size);
        length = size;
        int at = swap_pair(&pairs[i], start, other, 0);
        if (!at)
          break;
        start = (uint32_t)at;
        try_input(0);
      }
    }
  pair_count = had;
  __builtin_memcpy(pairs, pairs_before, had * sizeof *pairs);
}

/* One comparison of an input, made to hold, or nearly, in every place that a side of it may come from. */
static void try_pair(const struct entry *e, const struct pair *p, int other, int delta, uint32_t base) {
  uint32_t start = 0;
  for (uint32_t tries = 0; tries < 32 && !is_over(); tries++) {
    load(e);
    int at = base ? swap_digits(e, p, start, other, delta, base) : swap_pair(p, start, other, delta);
    if (!at)
      break;
    start = (uint32_t)at;
    try_input(0);
  }
}

/* Every comparison that an input came to, made to hold in every place that one of its sides may come from. */
static void trace(uint32_t which) {
  struct entry *e = &entries[which];
  e->tried = 1;
  look_at(e);
  for (uint32_t i = 0; i < pair_count && !is_over(); i++)
    for (int other = 0; other < 2; other++)
      for (int delta = -1; delta <= 1; delta++) {
        if (delta && !pairs[i].width)
          continue;
        try_pair(e, &pairs[i], other, delta, 0);
        /* Characters are hardly numbers in digits. */
        if (pairs[i].width > 1)
          try_pair(e, &pairs[i], other, delta, 10), try_pair(e, &pairs[i], other, delta, 8);
      }
}

static uint32_t pick(void) {
  uint32_t how = below(4), n = entry_count;
  if (how < 2) {
    uint64_t r = rnd() >> 43; /* 21 bits, their cube is skewed to the front */
    return order[(uint32_t)((r * r >> 21) * r * n >> 42)];
  }
  if (how == 2)
    return n - 1 - below(n < 16 ? n : 16);
  return below(n);
}

static void loop(void) {
  while (!is_over()) {
    uint32_t untried = entry_count;
    for (uint32_t i = entry_count; i-- && entry_count - i < 64;)
      if (!entries[i].tried)
        untried = i;
    if (untried < entry_count) {
      trace(untried);
      continue;
    }
    const struct entry *e = &entries[pick()];
    if (e->is_long && below(16))
      continue;
    load(e);
    for (uint32_t n = 1 + below(below(4) ? 4 : 16); n; n--)
      mutate(e);
    if (e->equals && !below(4)) {
      uint32_t size = length;
      __builtin_memcpy(mutated, input, length);
      try_input(0);
      __builtin_memcpy(input, mutated, size);
      length = size;
      repair(e);
    } else {
      try_input(0);
    }
  }
}

/* The order. It is the parent's: well formed. */
static uint64_t next(uint32_t n) {
  uint64_t v = 0;
  for (uint32_t i = 0; i < n; i++)
    v |= (uint64_t)order_at[i] << 8 * i;
  order_at += n;
  return v;
}

static void read_order(const byte *bytes) {
  order_at = bytes;
  random_state = next(8) | 1;
  budget = next(8);
  fuel_per_run = next(8);
  uint32_t begin_apart = (uint32_t)next(4);
  blocks = (uint32_t)next(4);
  for (uint32_t i = 0; i < blocks; i++)
    distances[i] = (uint32_t)next(4);
  for (uint32_t i = 0; i < sizeof open_targets; i++)
    open_targets[i] = (byte)next(1);
  for (uint32_t n = (uint32_t)next(4); n; n--) {
    uint32_t size = (uint32_t)next(4);
    add_word(order_at, size);
    order_at += size;
  }
  read_surroundings();
  if (begin_apart)
    go_apart();
  for (uint32_t n = (uint32_t)next(4); n && !stop; n--) {
    uint32_t tried = (uint32_t)next(4);
    length = (uint32_t)next(4);
    __builtin_memcpy(input, order_at, length);
    order_at += length;
    uint32_t had = entry_count;
    try_input(tried ? 2 : 1);
    if (entry_count > had) {
      entries[had].tried = tried;
      look_at(&entries[had]);
    }
  }
}

static const char *variable_of(char **list, const char *name) {
  for (; list && *list; list++) {
    size_t i = 0;
    while (name[i] && (*list)[i] == name[i])
      i++;
    if (!name[i] && (*list)[i] == '=')
      return *list + i + 1;
  }
  return 0;
}

static void catch_signals(void) {
  stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  sigaltstack(&stack, 0);
  static const int all[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigaction(all[i], &act, 0);
  }
}

extern char **environ;
__attribute__((constructor)) static void fuzz(int argc, char **argv, char **variables) {
  (void)argc, (void)argv;
  const char *from = variable_of(variables, "HOMING_KTEST"), *to = variable_of(variables, "HOMING_EVENTS");
  long file = from ? syscall(SYS_openat, AT_FDCWD, from, O_RDONLY | O_CLOEXEC, 0) : -1;
  long size = file < 0 ? -1 : syscall(SYS_lseek, file, 0, SEEK_END);
  long log = to ? syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  if (size <= 0 || log < 0)
    syscall(SYS_exit_group, 96);
  const byte *bytes = mmap(0, (size_t)size, PROT_READ, MAP_PRIVATE, (int)file, 0);
  heap = mmap(0, HEAP, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  store = mmap(0, STORE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED || heap == MAP_FAILED || store == MAP_FAILED)
    syscall(SYS_exit_group, 96);
  /* Numbers of files that a program does not come across, and nothing of what it says. */
  out = own_file((int)log);
  syscall(SYS_close, log);
  syscall(SYS_close, file);
  long null = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR, 0);
  nowhere = own_file((int)null);
  for (int i = 1; null >= 0 && i < 3; i++)
    syscall(SYS_dup2, null, i);
  if (null > 2)
    syscall(SYS_close, null);
  environ = no_environment;
  catch_signals();
  save_threads();
  save(0, __data_start, __start_homing_keep);
  save(1, __stop_homing_keep, _end);
  read_order(bytes);
  loop();
  uint32_t end[8] = {'S', (uint32_t)apart, (uint32_t)runs, (uint32_t)(runs >> 32), (uint32_t)spent, (uint32_t)(spent >> 32), crash_ends, blocks};
  syscall(SYS_write, out, end, sizeof end);
  syscall(SYS_write, out, seen_counts, blocks);
  syscall(SYS_exit_group, 0);
}
