/* Functions that a C library has and that end, or ask about, the process: defined here, they go before the library's own. Those of the
   library do without the kernel where the real ones do not. */

extern int *__errno_location(void) __attribute__((weak));

static void set_errno(int number)
{
	if (__errno_location)
		*__errno_location() = number;
}

/* A handler may do what it wants; if it comes back, the process ends all the same. */
void abort(void)
{
	__homing_signals &= ~bit(SIGABRT);
	if (is_handled(SIGABRT))
		deliver(SIGABRT);
	die();
}

void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	if (is_handled(SIGABRT)) {
		char *said = malloc(strlen(text) + 64);
		put(put(said, "an assertion fails while SIGABRT is handled: "), text);
		__homing_loss(said);
		free(said);
		abort();
	}
	finish();
	__homing_aborts(text);
}

/* A new thread or process. */
int __clone(int (*run)(void *), void *stack, int flags, void *arg, ...)
{
	return (int)__homing_syscall(56, flags, (i64)stack, 0, 0, 0, 0);
}

int clone(int (*run)(void *), void *stack, int flags, void *arg, ...)
{
	int bad = __clone(run, stack, flags, arg);
	set_errno(-bad);
	return -1;
}

u64 getauxval(u64 kind)
{
	assumed(AUXILIARY);
	if (kind == AT_SECURE)
		return 0;
	for (char **at = k.auxiliary; *at; at += 2)
		if ((u64)at[0] == kind)
			return (u64)at[1];
	set_errno(ENOENT);
	return 0;
}

void *sbrk(i64 by)
{
	assumed(BREAK);
	if (by == 0)
		return (void *)call_brk(0, 0, 0, 0, 0, 0);
	set_errno(ENOMEM);
	return (void *)-1l;
}

int brk(void *to)
{
	assumed(BREAK);
	set_errno(ENOMEM);
	return -1;
}

char *getlogin(void)
{
	assumed(LOGIN);
	set_errno(ENXIO);
	return NULL;
}

int getlogin_r(char *to, size_t n)
{
	assumed(LOGIN);
	return ENXIO;
}

i64 gethostid(void)
{
	assumed(MACHINE);
	return 0;
}

/* Limits of files, by number. */
static i64 limit_of(int which)
{
	static const i64 values[] = { 127, 255, 255, NAME_MAX, PATH_MAX, PAGE, 1, 1, 0 };
	assumed(SPACE);
	if (which >= 0 && which < LENGTH(values))
		return values[which];
	set_errno(EINVAL);
	return -1;
}

i64 pathconf(const char *path, int which)
{
	return limit_of(which);
}

i64 fpathconf(int fd, int which)
{
	return limit_of(which);
}
