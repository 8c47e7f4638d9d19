/* The loop: what is kept, which input comes next, what the parent is told. */

/* Inputs of which the comparisons were not looked at. */
KEEP static uint32_t untried;
/* What became of the inputs that came with the order, and of those that were told, in order: the number of an entry, or none. */
#define NONE UINT32_MAX
KEEP static uint32_t fates[2][ENTRIES], fate_counts[2];

static void note_fate(int which, uint32_t entry) {
  if (fate_counts[which] < ENTRIES)
    fates[which][fate_counts[which]++] = entry;
}

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

static byte bucket(byte c) { return (byte)(c < 4 ? 1 << (c - 1) : c < 8 ? 8 : c < 16 ? 16 : c < 32 ? 32 : c < 128 ? 64 : 128); }

/* What a run did, as a number: where it was, and how often, about. */
static uint64_t footprint(void) {
  uint64_t h = 0;
  for (uint32_t i = 0; i < blocks; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, counters + i, 8);
    for (uint32_t j = i; eight && j < i + 8; j++)
      if (counters[j])
        h = (h ^ (j << 8 | bucket(counters[j]))) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
  }
  return h;
}

/* Bytes of the input at hand that count. */
static uint32_t weight_of(const uint32_t *list, uint32_t n) {
  uint32_t sum = 0, at = 0;
  for (uint32_t i = 0; i < n; at += list[i++]) {
    uint32_t size = list[i], end = at + size, width = i + 1 < n ? list[i + 1] : 0;
    if (size > 8 && (width == 4 || width == 8) && end + width <= length && number_at(end, width, 0) <= size)
      size = (uint32_t)number_at(end, width, 0);
    sum += size;
  }
  return sum;
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
      byte bit = bucket(c);
      if (!(seen_counts[j] & bit)) {
        if (!seen_counts[j])
          known_blocks[known_count++] = j, least_for[j] = NONE;
        seen_counts[j] |= bit, new = 1;
      }
      entered[j] += entered[j] != UINT32_MAX;
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

/* Of all inputs that enter a block the one with the least of it stands for it. */
static void stand_for(uint32_t entry) {
  for (uint32_t i = 0; i < known_count; i++) {
    uint32_t j = known_blocks[i], had = least_for[j];
    if (counters[j] && (had == NONE || entries[entry].weight < entries[had].weight))
      least_for[j] = entry;
  }
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
  struct entry e = {.size = length, .records = records, .distance = distance, .is_long = is_long, .bytes = bytes, .sizes = list};
  e.print = footprint(), e.weight = weight_of(sizes, records);
  uint32_t at = entry_count;
  while (at && entries[order[at - 1]].distance >= distance)
    order[at] = order[at - 1], at--;
  order[at] = entry_count;
  entries[entry_count] = e;
  for (uint32_t i = 0; i < nearer_count; i++)
    nearest_in[nearer[i]] = entry_count;
  stand_for(entry_count++);
  untried++;
}

/* The input at hand was made from an entry, and does the same, but there is less of it: it takes its place. */
static void make_smaller(struct entry *e) {
  if (length > e->size || records > e->records)
    return;
  uint32_t weight = weight_of(sizes, records);
  if (weight >= e->weight || footprint() != e->print)
    return;
  __builtin_memcpy(e->bytes, input, length);
  __builtin_memcpy(e->sizes, sizes, records * 4);
  e->size = length, e->records = records, e->weight = weight, e->is_smaller = 1;
}

/* Runs what is in `input` and looks at it. One that the parent knows is not told again. */
static int try_input(int known) {
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
  if (how == FUEL || how == SIGNAL)
    nearer_count = 0;
  int new = is_new(&distance) || nearer_count;
  if (new) {
    uint32_t had = entry_count;
    keep(distance, how == FUEL);
    if (!known) {
      tell('K', distance);
      note_fate(1, entry_count > had ? had : NONE);
    }
    check_stable();
  }
  return new;
}

static int is_over(void) { return stop || spent >= budget; }

static void run_traced(void) {
  forget_pairs();
  equal_count = 0, tracing = 1;
  run();
  tracing = 0;
}

static void look_at(struct entry *e) {
  load(e);
  run_traced();
  e->looked = 1;
  e->equals = equal_count;
  __builtin_memcpy(e->equal, equal_blocks, sizeof e->equal);
}

/* Runs that put right what was equal, at most one part in so many of all, and how many more for each that brought something: without a checksum or a length they
 * bring nothing, and there are many for one change. */
#define REPAIRS 16
#define REPAIRS_EACH 1000
KEEP static uint64_t repairs, repaired;
static int may_repair(void) { return repairs <= runs / REPAIRS + repaired * REPAIRS_EACH && repairs <= runs / 2; }

/* An input was made from one that had a value in it which the program computes itself from the rest, like a checksum: that is not right any
   more, and is put right. */
static void repair(const struct entry *e) {
  __builtin_memcpy(broken, input, length);
  uint32_t size = length, had = pair_count;
  __builtin_memcpy(pairs_before, pairs, had * sizeof *pairs);
  uint64_t first = runs;
  run_traced();
  for (uint32_t i = 0; i < pair_count && !is_over(); i++)
    for (int other = 0; other < 2 && is_among(e->equal, e->equals, pairs[i].block); other++) {
      uint32_t start = 0;
      for (uint32_t tries = 0; tries < 3 && !is_over(); tries++) {
        __builtin_memcpy(input, broken, size);
        length = size;
        int at = swap_pair(e, &pairs[i], start, other, 0);
        if (!at)
          break;
        start = (uint32_t)at;
        repaired += (uint64_t)try_input(0);
      }
    }
  repairs += runs - first;
  pair_count = had;
  __builtin_memcpy(pairs, pairs_before, had * sizeof *pairs);
}

/* Tries the input at hand, and what it is with what was equal put right. */
static int try_repaired(const struct entry *e) {
  uint32_t size = length;
  __builtin_memcpy(mutated, input, length);
  int new = try_input(0);
  __builtin_memcpy(input, mutated, size);
  length = size;
  repair(e);
  return new;
}

/* Runs that made comparisons hold one by one; they are at most a third of all, and some at first. */
KEEP static uint64_t looked;

/* One comparison of an input, made to hold, or nearly, in places that a side of it may come from. */
static uint32_t try_pair(const struct entry *e, const struct pair *p, int other, int delta, uint32_t base) {
  uint64_t value = other ? p->b : p->a;
  int is_small = p->width && value < 256;
  uint32_t most = is_small || base ? 4 : 32, start = is_small ? below(e->size) : 0, tries = 0;
  for (; tries < most && !is_over(); tries++) {
    load(e);
    int at = base ? swap_digits(e, p, start, other, delta, base) : swap_pair(e, p, start, other, delta);
    if (!at)
      break;
    start = (uint32_t)at;
    if (e->equals && may_repair())
      try_repaired(e);
    else
      try_input(0);
  }
  return tries;
}

/* The comparisons that an input came to, each made to hold. */
static void trace(uint32_t which) {
  struct entry *e = &entries[which];
  e->tried = 1;
  untried--;
  look_at(e);
  uint64_t before = runs;
  uint32_t n = pair_count, first = n ? below(n) : 0, tries = 0;
  for (uint32_t i = 0; i < n && i < pair_count && tries < LOOKS && !is_over(); i++) {
    const struct pair *p = &pairs[(first + i) % n];
    for (int other = 0; other < 2; other++) {
      /* Characters are hardly numbers in digits, and their neighbours are soon tried. */
      int is_small = p->width == 1 || (p->a < 256 && p->b < 256);
      for (int delta = p->width && !is_small ? -1 : 0; delta <= !is_small; delta++)
        tries += try_pair(e, p, other, delta, 0);
      for (int delta = -1; p->width > 1 && delta <= 1; delta++)
        tries += try_pair(e, p, other, delta, 10) + try_pair(e, p, other, delta, 8);
    }
  }
  looked += runs - before;
}

/* A changed input compares other things than what it was made from: some of these are made to hold. */
static void try_changed(const struct entry *e) {
  uint32_t size = length;
  __builtin_memcpy(mutated, input, length);
  run_traced();
  for (uint32_t i = 0; i < 8 && pair_count && !is_over(); i++) {
    __builtin_memcpy(input, mutated, size);
    length = size;
    const struct pair *p = &pairs[below(pair_count)];
    int other = (int)below(2);
    if (p->width > 1 && !below(3) ? swap_digits(e, p, 0, other, 0, 10) : swap_pair(e, p, 0, other, 0))
      try_input(0);
  }
}

/* Of some blocks the one that the fewest runs have entered. */
static uint32_t pick_rare(void) {
  uint32_t rarest = NONE;
  for (uint32_t i = 0; i < 8 && known_count; i++) {
    uint32_t j = known_blocks[below(known_count)];
    if (least_for[j] != NONE && (rarest == NONE || entered[j] < entered[rarest]))
      rarest = j;
  }
  return rarest == NONE ? below(entry_count) : least_for[rarest];
}

/* One that came nearest to a comparison that never came out equal. */
static uint32_t pick_gap(void) {
  for (uint32_t i = 0; i < 8 && gap_count; i++) {
    uint32_t j = gaps[below(gap_count)];
    if (~nearness[j] && nearest_in[j] != NONE)
      return nearest_in[j];
  }
  return below(entry_count);
}

static uint32_t pick(void) {
  uint32_t how = below(8), n = entry_count;
  if (how == 0) {
    uint64_t r = rnd() >> 43; /* 21 bits, their cube is skewed to the front */
    return order[(uint32_t)((r * r >> 21) * r * n >> 42)];
  }
  if (how < 4)
    return pick_rare();
  if (how == 4)
    return pick_gap();
  if (how < 7)
    return n - 1 - below(n < 16 ? n : 16);
  return below(n);
}

static void loop(void) {
  while (!is_over()) {
    if (untried && looked <= runs / 3 + LOOKS / 4) {
      uint32_t i = 0;
      while (i < entry_count && entries[order[i]].tried)
        i++;
      if (i < entry_count)
        trace(order[i]);
      else
        untried = 0;
      continue;
    }
    struct entry *e = &entries[pick()];
    if (e->is_long && below(16))
      continue;
    /* What it compares, and what of that is equal, is known when it is changed. */
    if (!e->looked || !below(32))
      look_at(e);
    load(e);
    for (uint32_t n = 1 + below(below(2) ? 1 : below(8) ? 4 : 16); n; n--)
      mutate(e);
    if (!below(64)) {
      try_changed(e);
    } else if (e->equals && !below(4) && may_repair()) {
      try_repaired(e);
    } else if (!try_input(0)) {
      make_smaller(e);
    }
  }
}

/* Inputs that were made smaller are told in place of those that the parent has. */
static void tell_smaller(void) {
  for (uint32_t which = 0; which < 2; which++)
    for (uint32_t i = 0; i < fate_counts[which]; i++) {
      uint32_t n = fates[which][i];
      if (n == NONE || !entries[n].is_smaller)
        continue;
      const struct entry *e = &entries[n];
      load(e);
      records = e->records;
      __builtin_memcpy(sizes, e->sizes, records * 4);
      tell('R', which << 31 | i);
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
    note_fate(0, entry_count > had ? had : NONE);
    if (entry_count > had) {
      entries[had].tried = tried;
      untried -= tried;
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
  tell_smaller();
  uint32_t end[8] = {'S', (uint32_t)apart, (uint32_t)runs, (uint32_t)(runs >> 32), (uint32_t)spent, (uint32_t)(spent >> 32), crash_ends, blocks};
  syscall(SYS_write, out, end, sizeof end);
  syscall(SYS_write, out, seen_counts, blocks);
  /* Of which inputs the comparisons were looked at; of those without an entry there is nothing to look at. */
  for (int which = 0; which < 2; which++) {
    for (uint32_t i = 0; i < fate_counts[which]; i++)
      crashed_at[i] = fates[which][i] == NONE || entries[fates[which][i]].tried;
    syscall(SYS_write, out, &fate_counts[which], sizeof fate_counts[which]);
    syscall(SYS_write, out, crashed_at, fate_counts[which]);
  }
  syscall(SYS_exit_group, 0);
}
