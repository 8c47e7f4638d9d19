/* The function `syscall`: takes no more arguments than the call has. Reading further would be an access out of bounds here. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/syscall.h>
#include "syscall.h"

#undef syscall

static int arguments(long n)
{
	switch (n) {
	case SYS_getpid: case SYS_gettid: case SYS_getppid: case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid:
	case SYS_sched_yield: case SYS_pause: case SYS_sync: case SYS_fork: case SYS_vfork: case SYS_getpgrp: case SYS_setsid:
		return 0;
	case SYS_close: case SYS_exit: case SYS_exit_group: case SYS_brk: case SYS_dup: case SYS_pipe: case SYS_chdir: case SYS_fchdir:
	case SYS_unlink: case SYS_rmdir: case SYS_umask: case SYS_fsync: case SYS_fdatasync: case SYS_time: case SYS_uname:
	case SYS_sysinfo: case SYS_set_tid_address: case SYS_alarm: case SYS_times: case SYS_syncfs: case SYS_chroot:
	case SYS_getpgid: case SYS_getsid: case SYS_setuid: case SYS_setgid: case SYS_epoll_create1:
		return 1;
	case SYS_stat: case SYS_lstat: case SYS_fstat: case SYS_access: case SYS_rename: case SYS_link: case SYS_symlink: case SYS_chmod:
	case SYS_fchmod: case SYS_mkdir: case SYS_creat: case SYS_dup2: case SYS_pipe2: case SYS_munmap: case SYS_getcwd: case SYS_truncate:
	case SYS_ftruncate: case SYS_kill: case SYS_tkill: case SYS_gettimeofday: case SYS_nanosleep: case SYS_clock_gettime:
	case SYS_clock_getres: case SYS_getrlimit: case SYS_setrlimit: case SYS_getrusage: case SYS_statfs: case SYS_fstatfs:
	case SYS_getgroups: case SYS_setgroups: case SYS_arch_prctl: case SYS_sigaltstack: case SYS_utime: case SYS_utimes: case SYS_flock:
	case SYS_memfd_create: case SYS_eventfd2: case SYS_setpgid: case SYS_timerfd_create:
		return 2;
	case SYS_read: case SYS_write: case SYS_open: case SYS_lseek: case SYS_mprotect: case SYS_ioctl: case SYS_readv: case SYS_writev:
	case SYS_fcntl: case SYS_getdents64: case SYS_mkdirat: case SYS_unlinkat: case SYS_symlinkat: case SYS_readlink:
	case SYS_chown: case SYS_fchown: case SYS_lchown: case SYS_mknod: case SYS_poll: case SYS_getrandom: case SYS_madvise:
	case SYS_sched_getaffinity: case SYS_sched_setaffinity: case SYS_dup3: case SYS_faccessat: case SYS_fchmodat: case SYS_futimesat:
	case SYS_tgkill: case SYS_getresuid: case SYS_getresgid: case SYS_syslog: case SYS_inotify_add_watch: case SYS_socket:
	case SYS_connect: case SYS_bind: case SYS_accept: case SYS_listen: case SYS_msync: case SYS_mincore: case SYS_close_range:
		return 3;
	case SYS_openat: case SYS_newfstatat: case SYS_readlinkat: case SYS_mknodat: case SYS_renameat: case SYS_utimensat: case SYS_pread64:
	case SYS_pwrite64: case SYS_sendfile: case SYS_fadvise64: case SYS_fallocate: case SYS_rt_sigaction: case SYS_rt_sigprocmask:
	case SYS_wait4: case SYS_prlimit64: case SYS_faccessat2: case SYS_clock_nanosleep: case SYS_tee: case SYS_sync_file_range:
	case SYS_openat2: case SYS_accept4: case SYS_preadv: case SYS_pwritev:
		return 4;
	case SYS_statx: case SYS_renameat2: case SYS_linkat: case SYS_fchownat: case SYS_prctl: case SYS_mremap: case SYS_select:
	case SYS_ppoll: case SYS_execveat: case SYS_setsockopt: case SYS_getsockopt:
		return 5;
	default:
		return 6;
	}
}

long syscall(long n, ...)
{
	long a[6] = {0};
	va_list list;
	va_start(list, n);
	for (int i = 0; i < arguments(n); i++) a[i] = va_arg(list, long);
	va_end(list);
	return __syscall_ret(__homing_syscall(n, a[0], a[1], a[2], a[3], a[4], a[5]));
}
