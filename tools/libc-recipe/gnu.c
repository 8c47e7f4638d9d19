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
