/* Functions that glibc has and the library behind the model has not. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <wchar.h>

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void finish_message(int status, int number, const char *format, va_list list)
{
	vfprintf(stderr, format, list);
	error_message_count++;
	if (number) fprintf(stderr, ": %s", strerror(number));
	putc('\n', stderr);
	fflush(stderr);
	if (status) exit(status);
}

static void program_name(void)
{
	fflush(stdout);
	if (error_print_progname) error_print_progname();
	else fprintf(stderr, "%s:", program_invocation_name);
}

void error(int status, int number, const char *format, ...)
{
	va_list list;
	program_name();
	if (!error_print_progname) putc(' ', stderr);
	va_start(list, format);
	finish_message(status, number, format, list);
	va_end(list);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
	static const char *last_file;
	static unsigned last_line;
	va_list list;
	if (error_one_per_line) {
		if (last_line == line && last_file && (file == last_file || !strcmp(file, last_file))) return;
		last_file = file;
		last_line = line;
	}
	program_name();
	if (file) fprintf(stderr, "%s:%u: ", file, line);
	else putc(' ', stderr);
	va_start(list, format);
	finish_message(status, number, format, list);
	va_end(list);
}

void *rawmemchr(const void *p, int c)
{
	const unsigned char *s = p;
	while (*s != (unsigned char)c) s++;
	return (void *)s;
}

char *canonicalize_file_name(const char *path) { return realpath(path, 0); }

void *reallocarray(void *p, size_t n, size_t size)
{
	size_t all;
	if (__builtin_mul_overflow(n, size, &all)) {
		errno = ENOMEM;
		return 0;
	}
	return realloc(p, all);
}

void *valloc(size_t n) { return memalign(4096, n); }

unsigned gnu_dev_major(unsigned long long dev) { return major(dev); }
unsigned gnu_dev_minor(unsigned long long dev) { return minor(dev); }
unsigned long long gnu_dev_makedev(unsigned major, unsigned minor) { return makedev(major, minor); }

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	return syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
}

int statx(int dir, const char *path, int flags, unsigned mask, void *out)
{
	return syscall(SYS_statx, dir, path, flags, mask, out);
}

void *memfrob(void *p, size_t n)
{
	for (char *c = p; n-- > 0; c++) *c ^= 42;
	return p;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) { return wmemcpy(to, from, n) + n; }

/* An option that is not known is its own value. */
int getsubopt(char **options, char *const *names, char **value)
{
	char *start = *options, *end = strchrnul(start, ',');
	*options = *end ? end + 1 : end;
	*end = 0;
	size_t length = strcspn(start, "=");
	for (int i = 0; names[i]; i++)
		if (strlen(names[i]) == length && !memcmp(start, names[i], length)) {
			*value = start[length] ? start + length + 1 : 0;
			return i;
		}
	*value = start;
	return -1;
}

/* Texts with numbers in them. Where they first differ decides, unless that is within a number: of two whole numbers the longer one is
   larger; digits behind leading zeros are a fraction. */
static int digit(char c) { return c >= '0' && c <= '9'; }

int strverscmp(const char *a, const char *b)
{
	size_t i = 0, start, zeros;
	while (a[i] && a[i] == b[i]) i++;
	int order = (unsigned char)a[i] - (unsigned char)b[i];
	if (!order) return 0;
	for (start = i; start > 0 && digit(a[start - 1]); start--);
	for (zeros = start; zeros < i && a[zeros] == '0'; zeros++);
	if (start == i) {
		/* Nothing of a number yet: only two that both begin here, and not with a zero, are compared as numbers. */
		if (!digit(a[i]) || !digit(b[i]) || a[i] == '0' || b[i] == '0') return order;
	} else if (zeros == i) {
		/* Zeros up to here: the one that goes on with a digit is a fraction, and smaller. */
		if (digit(a[i]) != digit(b[i])) return digit(a[i]) ? -1 : 1;
		return order;
	} else if (zeros > start) {
		return order;
	} else {
		if (digit(a[i]) != digit(b[i])) return digit(a[i]) ? 1 : -1;
		if (!digit(a[i])) return order;
	}
	while (digit(a[i]) && digit(b[i])) i++;
	return digit(a[i]) ? 1 : digit(b[i]) ? -1 : order;
}
