/* What compiled C++ needs of its runtime, exceptions and type information apart; and a part of KLEE's interface. */

int atexit(void (*)(void));
void *malloc(size_t);
void free(void *);
void abort(void) __attribute__((noreturn));

/* Static locals: the first byte of the guard says that it was initialised. */
int __cxa_guard_acquire(unsigned char *guard) { return guard[0] == 0; }
void __cxa_guard_release(unsigned char *guard) { guard[0] = 1; }
void __cxa_guard_abort(unsigned char *guard) { (void)guard; }

void __cxa_pure_virtual(void) { abort(); }
void __cxa_deleted_virtual(void) { abort(); }

/* Destructors of static objects: for each of them one exit handler, which takes the last one that is left. */
struct homing_destructor {
  struct homing_destructor *next;
  void (*f)(void *);
  void *argument;
};
static struct homing_destructor *homing_destructors;

static void homing_destroy(void) {
  struct homing_destructor *d = homing_destructors;
  void (*f)(void *) = d->f;
  void *argument = d->argument;
  homing_destructors = d->next;
  free(d);
  f(argument);
}

int __cxa_atexit(void (*f)(void *), void *argument, void *dso) {
  struct homing_destructor *d = malloc(sizeof *d);
  (void)dso;
  if (!d)
    return -1;
  d->next = homing_destructors;
  d->f = f;
  d->argument = argument;
  homing_destructors = d;
  return atexit(homing_destroy);
}

int klee_get_errno(void) { return *__errno_location(); }
