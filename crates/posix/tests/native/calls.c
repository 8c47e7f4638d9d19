/* The model call by call: what random sequences cannot reach, and what has no counterpart in the real kernel.

   Runs the test named by its argument, in a process of its own. */
#define _GNU_SOURCE
#include "externals.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static int argc;
static char **vector;

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			printf("line %d: %s\n", __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

#define IS(call, want) \
	do { \
		long got = (call); \
		if (got != (long)(want)) { \
			printf("line %d: %s is %ld, not %ld\n", __LINE__, #call, got, (long)(want)); \
			exit(1); \
		} \
	} while (0)

#define PICK(_1, _2, _3, _4, _5, _6, _7, name, ...) name
#define SYS(...) PICK(__VA_ARGS__, S7, S6, S5, S4, S3, S2, S1)(__VA_ARGS__)
#define S1(n) __homing_syscall(SYS_##n, 0, 0, 0, 0, 0, 0)
#define S2(n, a) __homing_syscall(SYS_##n, (long)(a), 0, 0, 0, 0, 0)
#define S3(n, a, b) __homing_syscall(SYS_##n, (long)(a), (long)(b), 0, 0, 0, 0)
#define S4(n, a, b, c) __homing_syscall(SYS_##n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define S5(n, a, b, c, d) __homing_syscall(SYS_##n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define S6(n, a, b, c, d, e) __homing_syscall(SYS_##n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define S7(n, a, b, c, d, e, f) __homing_syscall(SYS_##n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

static void boot(void)
{
	argc = __homing_boot(&vector);
	CHECK(argc > 0);
}

static unsigned long auxiliary(unsigned long kind)
{
	char **at = vector + argc + 1;
	while (*at)
		at++;
	for (unsigned long *pair = (unsigned long *)(at + 1); pair[0]; pair += 2)
		if (pair[0] == kind)
			return pair[1];
	return ~0ul;
}

/* The configuration of these tests: see calls.rs. */
static void arguments(void)
{
	test_input_int("n_args", 1);
	test_input("arg0", "ab", 3);
	test_input("arg1", "c", 2);
	test_input("arg3", "wxyzz", 5);
	test_input("env:SYM", "v", 2);
	boot();
	IS(argc, 5);
	CHECK(strcmp(vector[0], "prog") == 0);
	CHECK(strcmp(vector[1], "-x") == 0);
	CHECK(strcmp(vector[2], "ab") == 0);
	CHECK(strcmp(vector[3], "c") == 0);
	CHECK(strcmp(vector[4], "wxyz") == 0);
	CHECK(vector[5] == NULL);
	CHECK(strcmp(vector[6], "HOME=/home/user") == 0);
	CHECK(strcmp(vector[7], "SYM=v") == 0);
	CHECK(vector[8] == NULL);
	IS(auxiliary(AT_PAGESZ), 4096);
	IS(auxiliary(AT_UID), 1000);
	IS(auxiliary(AT_SECURE), 0);
	CHECK(strcmp((char *)auxiliary(AT_EXECFN), "prog") == 0);
	CHECK(((unsigned char *)auxiliary(AT_RANDOM))[15] != 0);
	CHECK(strstr(test_symbolic_asked, "arg2 ") == NULL);
}

static void symbolic_files(void)
{
	char buffer[100];
	struct stat st;
	test_input("A", "hello", 5);
	test_input_int("A-size", 3);
	boot();
	int fd = (int)SYS(open, "A", O_RDONLY, 0);
	IS(fd, 3);
	IS(SYS(fstat, fd, &st), 0);
	IS(st.st_size, 3);
	IS(st.st_mode, S_IFREG | 0640);
	memset(buffer, '#', sizeof buffer);
	IS(SYS(read, fd, buffer, 2), 2);
	IS(SYS(read, fd, buffer + 2, 50), 1);
	CHECK(memcmp(buffer, "hel#", 4) == 0);
	IS(SYS(read, fd, buffer, 50), 0);
	IS(SYS(lseek, fd, 0, SEEK_CUR), 3);
	IS(SYS(lseek, fd, -1, SEEK_END), 2);
	IS(SYS(read, fd, buffer, 50), 1);
	CHECK(buffer[0] == 'l');
	IS(SYS(pread64, fd, buffer, 50, 1), 2);
	/* Written over and longer: the bytes that did not count before are zeros, not the input's. */
	int out = (int)SYS(open, "A", O_RDWR, 0);
	IS(SYS(pwrite64, out, "Z", 1, 6), 1);
	IS(SYS(pread64, fd, buffer, 50, 0), 7);
	CHECK(memcmp(buffer, "hel\0\0\0Z", 7) == 0);
}

static void symbolic_file_at_its_end(void)
{
	char buffer[100];
	test_input("A", "hello", 5);
	test_input_int("A-size", 5);
	boot();
	int fd = (int)SYS(open, "A", O_RDWR, 0);
	IS(SYS(read, fd, buffer, 50), 5);
	/* The position is the end, whatever that is; it stays where it is when the file grows. */
	int other = (int)SYS(open, "A", O_WRONLY | O_APPEND, 0);
	IS(SYS(write, other, "!!", 2), 2);
	IS(SYS(lseek, fd, 0, SEEK_CUR), 5);
	IS(SYS(read, fd, buffer, 50), 2);
	IS(SYS(ftruncate, fd, 1), 0);
	IS(SYS(read, fd, buffer, 50), 0);
}

static void standard_input(void)
{
	char buffer[600];
	unsigned char bytes[300];
	struct stat st;
	for (int i = 0; i < 300; i++)
		bytes[i] = (unsigned char)i;
	test_input("stdin", bytes, 300);
	test_input_int("stdin-size", 290);
	boot();
	IS(SYS(fstat, 0, &st), 0);
	CHECK(S_ISREG(st.st_mode));
	IS(st.st_size, 290);
	IS(SYS(read, 0, buffer, sizeof buffer), 290);
	CHECK(memcmp(buffer, bytes, 290) == 0);
	IS(SYS(lseek, 0, 0, SEEK_SET), 0);
	IS(SYS(read, 0, buffer, 7), 7);
	IS(SYS(write, 0, buffer, 1), -EBADF);
	IS(SYS(ioctl, 0, TCGETS, buffer), -ENOTTY);
}

static void stream(void)
{
	char buffer[600];
	char bytes[256];
	memset(bytes, 'x', sizeof bytes);
	test_input("stdin-chunk0", "abc", 3);
	test_input_int("stdin-chunk0-size", 3);
	test_input("stdin-chunk1", bytes, 256);
	test_input_int("stdin-chunk1-size", 256);
	test_input("stdin-chunk2", "yz", 2);
	test_input_int("stdin-chunk2-size", 2);
	boot();
	IS(SYS(read, 0, buffer, 3), 3);
	CHECK(memcmp(buffer, "abc", 3) == 0);
	IS(SYS(read, 0, buffer, 600), 258);
	CHECK(memcmp(buffer + 254, "xxyz", 4) == 0);
	IS(SYS(read, 0, buffer, 600), 0);
	IS(SYS(lseek, 0, 0, SEEK_CUR), -ESPIPE);
	CHECK(strstr(test_symbolic_asked, "stdin-chunk3") == NULL);
}

static void output(void)
{
	struct iovec { const char *base; size_t size; } v[2] = { { "b", 1 }, { "cd", 2 } };
	struct stat st;
	boot();
	IS(SYS(write, 1, "a", 1), 1);
	IS(SYS(writev, 1, v, 2), 3);
	IS(SYS(write, 2, "e", 1), 1);
	int fd = (int)SYS(open, "/dev/stdout", O_WRONLY, 0);
	IS(SYS(write, fd, "f", 1), 1);
	IS(SYS(dup2, 2, 1), 1);
	IS(SYS(write, 1, "g", 1), 1);
	IS(test_output_size[1], 5);
	CHECK(memcmp(test_output[1], "abcdf", 5) == 0);
	CHECK(test_output_size[2] == 2 && memcmp(test_output[2], "eg", 2) == 0);
	IS(SYS(read, 1, v, 1), -EBADF);
	IS(SYS(lseek, fd, 0, SEEK_CUR), -ESPIPE);
	IS(SYS(fstat, fd, &st), 0);
	CHECK(S_ISFIFO(st.st_mode));
	IS(SYS(ioctl, fd, TIOCGWINSZ, v), -ENOTTY);
}

static void given_files(void)
{
	char buffer[100];
	struct stat st;
	boot();
	IS(SYS(getcwd, buffer, sizeof buffer), 11);
	CHECK(strcmp(buffer, "/home/user") == 0);
	int fd = (int)SYS(open, "sub/dir/text", O_RDWR, 0);
	IS(SYS(read, fd, buffer, sizeof buffer), 5);
	CHECK(memcmp(buffer, "given", 5) == 0);
	IS(SYS(pwrite64, fd, "G", 1, 0), 1);
	IS(SYS(pread64, fd, buffer, sizeof buffer, 0), 5);
	CHECK(memcmp(buffer, "Given", 5) == 0);
	IS(SYS(lstat, "link", &st), 0);
	CHECK(S_ISLNK(st.st_mode));
	IS(st.st_size, 12);
	IS(SYS(stat, "link", &st), 0);
	IS(st.st_size, 5);
	IS(SYS(stat, "sub", &st), 0);
	IS(st.st_uid, 1000);
	IS(st.st_mode, S_IFDIR | 0711);
	IS(st.st_nlink, 3);
	IS(SYS(stat, "twice", &st), 0);
	IS(st.st_size, 6);
	IS(st.st_mode, S_IFREG | 0640);
	IS(SYS(stat, "sub/dir/other", &st), 0);
	IS(SYS(stat, "/dev/shm/y", &st), 0);
	IS(SYS(stat, "/etc/conf", &st), 0);
	IS(st.st_mode, S_IFREG | 0400);
	IS(SYS(open, "/new", O_CREAT | O_WRONLY, 0644), -EACCES);
	CHECK(SYS(open, "/tmp/new", O_CREAT | O_WRONLY, 0644) > 0);
	IS(SYS(open, "secret", O_RDONLY, 0), -EACCES);
	IS(SYS(open, "/dev/tty", O_RDWR, 0), -ENXIO);
	IS(SYS(open, "loop1", O_RDONLY, 0), -ELOOP);
	IS(SYS(open, NULL, O_RDONLY, 0), -EFAULT);
}

static void descriptors_as_files(void)
{
	char buffer[10];
	struct stat st;
	boot();
	int fd = (int)SYS(open, "sub/dir/text", O_RDONLY, 0);
	IS(SYS(read, fd, buffer, 3), 3);
	char name[40];
	snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
	int again = (int)SYS(open, name, O_RDONLY, 0);
	IS(SYS(read, again, buffer, 10), 5);
	snprintf(name, sizeof name, "/dev/fd/%d", fd);
	IS(SYS(stat, name, &st), 0);
	IS(st.st_size, 5);
	IS(SYS(open, "/dev/fd/77", O_RDONLY, 0), -ENOENT);
	int dir = (int)SYS(open, "/proc/self/fd", O_RDONLY, 0);
	char list[400];
	long size = SYS(getdents64, dir, list, sizeof list);
	char all[40] = "";
	for (long at = 0; at < size; at += ((struct dirent64 *)(list + at))->d_reclen)
		strcat(strcat(all, ((struct dirent64 *)(list + at))->d_name), " ");
	CHECK(strcmp(all, ". .. 0 1 2 3 4 5 ") == 0);
	IS(SYS(getdents64, dir, list, sizeof list), 0);
	IS(SYS(open, "/dev/fd/x", O_RDONLY, 0), -ENOENT);
}

static void symbolic_names(void)
{
	struct stat st;
	boot();
	/* As if no byte of the names were a constant: found by comparing with what is there. */
	test_all_symbolic = 1;
	IS(SYS(stat, "sub/dir/text", &st), 0);
	IS(st.st_size, 5);
	IS(SYS(stat, "sub/di", &st), -ENOENT);
	IS(SYS(stat, "sub/dirt", &st), -ENOENT);
	IS(SYS(stat, "./sub/../link", &st), 0);
	IS(SYS(stat, "nothing/at/all", &st), -ENOENT);
	IS(SYS(mkdir, "sub/new", 0755), 0);
	IS(SYS(mkdir, "sub/new/", 0755), -EEXIST);
	IS(SYS(mkdir, "no/new", 0755), -ENOENT);
	int fd = (int)SYS(open, "sub/new/file", O_CREAT | O_RDWR, 0600);
	IS(fd, 3);
	IS(SYS(write, fd, "12345", 5), 5);
	IS(SYS(lseek, fd, 2, SEEK_SET), 2);
	IS(SYS(stat, "sub/new/file", &st), 0);
	IS(st.st_size, 5);
}

static void limits_of_space(void)
{
	static char bytes[100000];
	boot();
	int fd = (int)SYS(open, "big", O_CREAT | O_WRONLY, 0644);
	long written = 0;
	for (;;) {
		long n = SYS(write, fd, bytes, sizeof bytes);
		if (n < 0) {
			IS(n, -ENOSPC);
			break;
		}
		written += n;
		CHECK(written <= 1000000);
	}
	CHECK(written >= 800000);
	IS(SYS(write, fd, bytes, sizeof bytes), -ENOSPC);
	CHECK(strcmp(test_losses, "the limit of file data is reached\n") == 0);
	IS(SYS(close, fd), 0);
	IS(SYS(unlink, "big"), 0);
	fd = (int)SYS(open, "big", O_CREAT | O_WRONLY, 0644);
	IS(SYS(write, fd, bytes, sizeof bytes), sizeof bytes);
	IS(SYS(ftruncate, fd, 1l << 40), -ENOSPC);
}

static void limit_of_descriptors(void)
{
	int fds[2];
	struct rlimit r;
	boot();
	IS(SYS(prlimit64, 0, RLIMIT_NOFILE, NULL, &r), 0);
	IS(r.rlim_cur, 20);
	for (int i = 3; i < 20; i++)
		IS(SYS(open, "link", O_RDONLY, 0), i);
	IS(SYS(open, "link", O_RDONLY, 0), -EMFILE);
	IS(SYS(dup, 0), -EMFILE);
	IS(SYS(pipe2, fds, 0), -EMFILE);
	IS(SYS(dup2, 0, 20), -EBADF);
	IS(SYS(close, 7), 0);
	IS(SYS(pipe2, fds, 0), -EMFILE);
	IS(SYS(dup, 0), 7);
}

static void faults(void)
{
	char buffer[10];
	test_input_int("fail1", 1);
	test_input_int("fail3", 1);
	boot();
	int fd = (int)SYS(open, "link", O_RDONLY, 0);
	IS(fd, 3);
	IS(SYS(read, fd, buffer, 3), -EIO);
	IS(SYS(read, fd, buffer, 3), 3);
	IS(SYS(close, fd), -EIO);
	/* Two were allowed: nobody asks any more. */
	IS(SYS(open, "link", O_RDONLY, 0), 3);
	CHECK(strcmp(test_symbolic_asked + strlen(test_symbolic_asked) - 24, "fail0 fail1 fail2 fail3 ") == 0);
}

static int signals_seen;
static int last_code;

static void on_signal(int s)
{
	signals_seen = signals_seen * 100 + s;
}

static void on_info(int s, siginfo_t *info, void *context)
{
	(void)context;
	signals_seen = signals_seen * 100 + s;
	last_code = info->si_signo * 1000 + (info->si_pid == (int)SYS(getpid));
}

struct action {
	void *handler;
	unsigned long flags;
	void *restorer;
	unsigned long mask;
};

static void signals(void)
{
	struct action action = { on_signal, 0, 0, 0 }, old;
	unsigned long set, before;
	boot();
	long pid = SYS(getpid);
	IS(SYS(rt_sigaction, SIGUSR1, &action, NULL, 8), 0);
	IS(SYS(kill, pid, SIGUSR1), 0);
	IS(signals_seen, SIGUSR1);
	set = 1ul << (SIGUSR1 - 1);
	IS(SYS(rt_sigprocmask, SIG_BLOCK, &set, &before, 8), 0);
	IS(before, 0);
	IS(SYS(tkill, pid, SIGUSR1), 0);
	IS(signals_seen, SIGUSR1);
	IS(SYS(rt_sigpending, &before, 8), 0);
	IS(before, set);
	IS(SYS(rt_sigprocmask, SIG_UNBLOCK, &set, NULL, 8), 0);
	IS(signals_seen, SIGUSR1 * 100 + SIGUSR1);
	action.handler = on_info;
	action.flags = SA_SIGINFO | SA_RESETHAND;
	signals_seen = 0;
	IS(SYS(rt_sigaction, SIGUSR2, &action, &old, 8), 0);
	CHECK(old.handler == NULL);
	IS(SYS(tgkill, pid, pid, SIGUSR2), 0);
	IS(signals_seen, SIGUSR2);
	IS(last_code, SIGUSR2 * 1000 + 1);
	IS(SYS(rt_sigaction, SIGUSR2, NULL, &old, 8), 0);
	CHECK(old.handler == NULL);
	IS(SYS(rt_sigaction, SIGKILL, &action, NULL, 8), -EINVAL);
	IS(SYS(kill, pid, 65), -EINVAL);
	IS(SYS(kill, 99999, SIGTERM), -ESRCH);
	IS(SYS(kill, pid, SIGCHLD), 0);
}

static void signal_that_kills(void)
{
	boot();
	SYS(kill, SYS(getpid), SIGTERM);
	exit(1);
}

static void broken_pipe(void)
{
	int fds[2];
	struct action ignore = { (void *)1, 0, 0, 0 };
	boot();
	IS(SYS(pipe2, fds, 0), 0);
	IS(SYS(close, fds[0]), 0);
	IS(SYS(rt_sigaction, SIGPIPE, &ignore, NULL, 8), 0);
	IS(SYS(write, fds[1], "x", 1), -EPIPE);
	ignore.handler = NULL;
	IS(SYS(rt_sigaction, SIGPIPE, &ignore, NULL, 8), 0);
	SYS(write, fds[1], "x", 1);
	exit(1);
}

static void pipes(void)
{
	static char bytes[70000];
	int fds[2];
	struct stat st;
	boot();
	IS(SYS(pipe2, fds, O_NONBLOCK), 0);
	IS(SYS(read, fds[0], bytes, 5), -EAGAIN);
	IS(SYS(write, fds[1], bytes, 70000), 65536);
	IS(SYS(write, fds[1], bytes, 1), -EAGAIN);
	IS(SYS(read, fds[0], bytes, 10000), 10000);
	IS(SYS(write, fds[1], "end", 3), 3);
	IS(SYS(read, fds[0], bytes, 70000), 55539);
	CHECK(memcmp(bytes + 55536, "end", 3) == 0);
	struct pollfd p = { fds[0], POLLIN, 0 };
	IS(SYS(poll, &p, 1, 0), 0);
	IS(SYS(close, fds[1]), 0);
	IS(SYS(poll, &p, 1, 0), 1);
	IS(p.revents, POLLHUP);
	IS(SYS(read, fds[0], bytes, 5), 0);
	IS(SYS(mknod, "fifo", S_IFIFO | 0600, 0), 0);
	IS(SYS(stat, "fifo", &st), 0);
	CHECK(S_ISFIFO(st.st_mode));
	IS(SYS(open, "fifo", O_WRONLY | O_NONBLOCK, 0), -ENXIO);
	int both = (int)SYS(open, "fifo", O_RDWR, 0);
	IS(SYS(write, both, "abc", 3), 3);
	IS(SYS(read, both, bytes, 3), 3);
}

static void waiting_for_ever(void)
{
	int fds[2];
	char buffer[4];
	boot();
	IS(SYS(pipe2, fds, 0), 0);
	if (setjmp(test_end) == 0) {
		SYS(read, fds[0], buffer, 4);
		exit(1);
	}
	IS(test_silent_exits, 1);
	CHECK(strstr(test_losses, "empty pipe"));
	if (setjmp(test_end) == 0) {
		SYS(pause);
		exit(1);
	}
	IS(test_silent_exits, 2);
}

static void memory(void)
{
	boot();
	char *p = (char *)SYS(mmap, 0, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 8192; i++)
		CHECK(p[i] == 0);
	p[4999] = 7;
	char *q = (char *)SYS(mremap, p, 5000, 20000, MREMAP_MAYMOVE);
	CHECK(q[4999] == 7 && q[19999] == 0);
	IS(SYS(madvise, q, 20000, MADV_DONTNEED), 0);
	CHECK(q[4999] == 0);
	CHECK(strstr(test_losses, "mappings of memory"));
	test_losses[0] = 0;
	IS(SYS(mprotect, q, 20000, PROT_READ), 0);
	IS(SYS(munmap, q, 20000), 0);
	IS(SYS(munmap, q, 0), -EINVAL);
	IS(SYS(mmap, 0, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), -EINVAL);
	int fd = (int)SYS(open, "sub/dir/text", O_RDWR, 0);
	char *m = (char *)SYS(mmap, 0, 5, PROT_READ, MAP_PRIVATE, fd, 0);
	CHECK(memcmp(m, "given\0", 6) == 0);
	IS(test_losses[0], 0);
	char *s = (char *)SYS(mmap, 0, 5, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	s[0] = 'L';
	IS(SYS(munmap, s, 5), 0);
	char buffer[5];
	IS(SYS(pread64, fd, buffer, 5, 0), 5);
	CHECK(memcmp(buffer, "Liven", 5) == 0);
	CHECK(m[0] == 'g');
	IS(SYS(mmap, 0, 5, PROT_READ, MAP_PRIVATE, 99, 0), -EBADF);
	IS(SYS(brk, 0), SYS(brk, 1 << 30));
	IS(SYS(munmap, m, 5), 0);
}

static void identity(void)
{
	struct utsname name;
	struct sysinfo info;
	struct statfs fs;
	struct rusage usage;
	unsigned int ids[3], groups[4];
	unsigned long cpus = 0;
	boot();
	IS(SYS(getuid), 1000);
	IS(SYS(geteuid), 1000);
	IS(SYS(getresuid, &ids[0], &ids[1], &ids[2]), 0);
	IS(ids[2], 1000);
	IS(SYS(setuid, 0), -EPERM);
	IS(SYS(setuid, 1000), 0);
	IS(SYS(setresgid, -1, 1000, -1), 0);
	IS(SYS(getgroups, 0, NULL), 1);
	IS(SYS(getgroups, 4, groups), 1);
	CHECK(SYS(getpid) > 1 && SYS(getppid) > 0 && SYS(gettid) == SYS(getpid));
	IS(SYS(uname, &name), 0);
	CHECK(strcmp(name.sysname, "Linux") == 0 && strcmp(name.machine, "x86_64") == 0);
	IS(SYS(sysinfo, &info), 0);
	CHECK(info.totalram == 1ul << 30 && info.mem_unit == 1);
	IS(SYS(statfs, ".", &fs), 0);
	IS(fs.f_namelen, 255);
	IS(SYS(getrusage, RUSAGE_SELF, &usage), 0);
	IS(SYS(sched_getaffinity, 0, 8, &cpus), 8);
	IS(cpus, 1);
	IS(SYS(set_tid_address, &cpus), SYS(getpid));
	IS(SYS(arch_prctl, 0x1002, 0x1234), 0);
	IS(__homing_tp, 0x1234);
	IS(SYS(wait4, -1, 0, 0, 0), -ECHILD);
}

static void clocks(void)
{
	struct timespec a, b;
	struct timespec nap = { 5, 0 };
	boot();
	IS(SYS(clock_gettime, CLOCK_REALTIME, &a), 0);
	CHECK(a.tv_sec >= 1735689600);
	IS(SYS(time, 0), a.tv_sec);
	IS(SYS(nanosleep, &nap, 0), 0);
	IS(SYS(clock_gettime, CLOCK_REALTIME, &b), 0);
	IS(b.tv_sec - a.tv_sec, 5);
	IS(SYS(clock_gettime, CLOCK_MONOTONIC, &b), 0);
	CHECK(b.tv_sec == 5);
	IS(SYS(clock_gettime, 77, &b), -EINVAL);
	nap.tv_nsec = -1;
	IS(SYS(nanosleep, &nap, 0), -EINVAL);
	unsigned char r[8], s[8];
	IS(SYS(getrandom, r, 8, 0), 8);
	IS(SYS(getrandom, s, 8, 0), 8);
	CHECK(memcmp(r, s, 8) != 0);
}

static void unknown_calls(void)
{
	boot();
	IS(SYS(socket, 1, 1, 0), -ENOSYS);
	IS(SYS(socket, 1, 1, 0), -ENOSYS);
	IS(__homing_syscall(435, 0, 0, 0, 0, 0, 0), -ENOSYS);
	IS(__homing_syscall(99999, 0, 0, 0, 0, 0, 0), -ENOSYS);
	IS(__homing_syscall(-1, 0, 0, 0, 0, 0, 0), -ENOSYS);
	CHECK(strcmp(test_losses, "system call 41 (socket) is not modelled\nsystem call 435 (clone3) is not modelled\n"
				  "system call 99999 (no name) is not modelled\n") == 0);
}

static void vectors_and_unnamed_files(void)
{
	char a[4], b[8];
	struct iovec { void *base; size_t size; } v[2] = { { a, 3 }, { b, 8 } };
	boot();
	int fd = (int)SYS(memfd_create, "name", 1);
	IS(SYS(fcntl, fd, F_GETFD), 1);
	IS(SYS(write, fd, "0123456789", 10), 10);
	IS(SYS(preadv, fd, v, 2, 4, 0), 6);
	CHECK(memcmp(a, "456", 3) == 0 && memcmp(b, "789", 3) == 0);
	v[1].size = 2;
	IS(SYS(pwritev, fd, v, 2, 0, 0), 5);
	IS(SYS(pread64, fd, b, 6, 0), 6);
	CHECK(memcmp(b, "456785", 6) == 0);
	IS(SYS(preadv, fd, v, 2, -1, 0), -EINVAL);
	IS(SYS(preadv, 1, v, 2, 0, 0), -ESPIPE);
	IS(SYS(chroot, "/"), -EPERM);
}

/* Only 32 bits of an argument that is an int count. */
static void halves(void)
{
	const long high = 0x7654321000000000;
	struct statx stx;
	struct stat st;
	struct timespec t;
	struct rlimit r;
	struct pollfd p = { 1, POLLOUT, 0 };
	unsigned long cpus;
	int fds[2];
	boot();
	IS(SYS(openat, high | (unsigned)AT_FDCWD, "link", high | O_RDONLY, high), 3);
	IS(SYS(statx, high | (unsigned)AT_FDCWD, "link", high | AT_NO_AUTOMOUNT, high | STATX_MODE, &stx), 0);
	IS(SYS(newfstatat, high | 3, "", &st, high | AT_EMPTY_PATH), 0);
	IS(SYS(faccessat2, high | (unsigned)AT_FDCWD, "link", high | R_OK, high), 0);
	IS(SYS(fcntl, high | 3, high | F_GETFD), 0);
	IS(SYS(dup3, high | 3, high | 9, high | O_CLOEXEC), 9);
	IS(SYS(pipe2, fds, high | O_CLOEXEC), 0);
	IS(SYS(lseek, high | 3, 2, high | SEEK_SET), 2);
	IS(SYS(clock_gettime, high | CLOCK_MONOTONIC, &t), 0);
	IS(SYS(prlimit64, high, high | RLIMIT_NOFILE, NULL, &r), 0);
	IS(SYS(sched_getaffinity, high, high | 8, &cpus), 8);
	IS(SYS(poll, &p, high | 1, high), 1);
	IS(SYS(utimensat, high | 3, NULL, NULL, high), 0);
	IS(SYS(unlinkat, high | (unsigned)AT_FDCWD, "link", high), 0);
	IS(SYS(linkat, high | 3, "", high | (unsigned)AT_FDCWD, "y", high), -ENOENT);
	IS(SYS(fadvise64, high | 3, 0, 0, high | 1), 0);
	IS(SYS(ioctl, high | 3, high | TCGETS, &t), -ENOTTY);
	IS(SYS(getrandom, &t, 4, high | 1), 4);
}

static void removed_directories(void)
{
	char buffer[100];
	boot();
	IS(SYS(mkdir, "p", 0755), 0);
	IS(SYS(mkdir, "p/q", 0755), 0);
	IS(SYS(chdir, "p/q"), 0);
	int fd = (int)SYS(open, ".", O_RDONLY, 0);
	IS(SYS(rmdir, "../q"), 0);
	IS(SYS(getcwd, buffer, sizeof buffer), -ENOENT);
	IS(SYS(open, "x", O_CREAT | O_RDWR, 0600), -ENOENT);
	IS(SYS(getdents64, fd, buffer, sizeof buffer), -ENOENT);
	IS(SYS(rmdir, "/home/user/p"), 0);
	IS(SYS(chdir, ".."), 0);
	IS(SYS(chdir, ".."), 0);
	IS(SYS(close, fd), 0);
	IS(SYS(getcwd, buffer, sizeof buffer), 11);
}

static void ends(void)
{
	boot();
	SYS(exit_group, 256 + 42);
	exit(1);
}

static const struct test {
	const char *name;
	void (*run)(void);
} tests[] = {
	{ "arguments", arguments }, { "symbolic_files", symbolic_files }, { "symbolic_file_at_its_end", symbolic_file_at_its_end },
	{ "standard_input", standard_input }, { "stream", stream }, { "output", output }, { "given_files", given_files },
	{ "descriptors_as_files", descriptors_as_files }, { "symbolic_names", symbolic_names }, { "limits_of_space", limits_of_space },
	{ "limit_of_descriptors", limit_of_descriptors }, { "faults", faults }, { "signals", signals },
	{ "signal_that_kills", signal_that_kills }, { "broken_pipe", broken_pipe }, { "pipes", pipes },
	{ "waiting_for_ever", waiting_for_ever }, { "memory", memory }, { "identity", identity }, { "clocks", clocks },
	{ "unknown_calls", unknown_calls }, { "removed_directories", removed_directories }, { "vectors_and_unnamed_files", vectors_and_unnamed_files },
	{ "halves", halves }, { "ends", ends },
};

int main(int count, char **values)
{
	for (size_t i = 0; count == 2 && i < sizeof tests / sizeof *tests; i++) {
		if (strcmp(tests[i].name, values[1]) == 0) {
			tests[i].run();
			return 0;
		}
	}
	return 2;
}
