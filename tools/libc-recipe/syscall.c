/* The function `syscall`: takes no more arguments than the call has. Reading further would be an access out of bounds here. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "syscall.h"

#undef syscall

/* `a` has those that every such call has. */
static int more(long n, const long *a)
{
	switch (n) {
	case SYS_open: return a[1] & (O_CREAT | O_TMPFILE & ~O_DIRECTORY) ? 1 : 0;
	case SYS_openat: return a[2] & (O_CREAT | O_TMPFILE & ~O_DIRECTORY) ? 1 : 0;
	case SYS_fcntl: return a[1] != F_GETFD && a[1] != F_GETFL && a[1] != F_GETOWN;
	case SYS_mremap: return a[3] & MREMAP_FIXED ? 1 : 0;
	case SYS_prctl: return a[0] == PR_SET_NAME || a[0] == PR_GET_NAME;
	case SYS_futex: return (a[1] & 127) == 0 || (a[1] & 127) == 9;
	default: return 0;
	}
}

static int arguments(long n)
{
	switch (n) {
	case SYS_getpid: case SYS_gettid: case SYS_getppid: case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid:
	case SYS_sched_yield: case SYS_pause: case SYS_sync: case SYS_fork: case SYS_vfork: case SYS_getpgrp: case SYS_setsid:
	case SYS_munlockall: case SYS_inotify_init: case SYS_restart_syscall: case SYS_rt_sigreturn: case SYS_vhangup:
		return 0;
	case SYS_close: case SYS_exit: case SYS_exit_group: case SYS_brk: case SYS_dup: case SYS_pipe: case SYS_chdir: case SYS_fchdir:
	case SYS_unlink: case SYS_rmdir: case SYS_umask: case SYS_fsync: case SYS_fdatasync: case SYS_time: case SYS_uname:
	case SYS_sysinfo: case SYS_set_tid_address: case SYS_alarm: case SYS_times: case SYS_syncfs: case SYS_chroot:
	case SYS_getpgid: case SYS_getsid: case SYS_setuid: case SYS_setgid: case SYS_epoll_create1:
	case SYS_mlockall: case SYS_timer_delete: case SYS_timer_getoverrun: case SYS_sched_getscheduler:
	case SYS_sched_get_priority_max: case SYS_sched_get_priority_min: case SYS_personality: case SYS_unshare: case SYS_setfsuid:
	case SYS_setfsgid: case SYS_epoll_create: case SYS_eventfd: case SYS_inotify_init1: case SYS_swapoff: case SYS_acct:
	case SYS_io_destroy: case SYS_adjtimex:
	case SYS_prctl:
		return 1;
	case SYS_stat: case SYS_lstat: case SYS_fstat: case SYS_access: case SYS_rename: case SYS_link: case SYS_symlink: case SYS_chmod:
	case SYS_fchmod: case SYS_mkdir: case SYS_creat: case SYS_dup2: case SYS_pipe2: case SYS_munmap: case SYS_getcwd: case SYS_truncate:
	case SYS_ftruncate: case SYS_kill: case SYS_tkill: case SYS_gettimeofday: case SYS_nanosleep: case SYS_clock_gettime:
	case SYS_clock_getres: case SYS_getrlimit: case SYS_setrlimit: case SYS_getrusage: case SYS_statfs: case SYS_fstatfs:
	case SYS_getgroups: case SYS_setgroups: case SYS_arch_prctl: case SYS_sigaltstack: case SYS_utime: case SYS_utimes: case SYS_flock:
	case SYS_memfd_create: case SYS_eventfd2: case SYS_setpgid: case SYS_timerfd_create:
	case SYS_mlock: case SYS_munlock: case SYS_getpriority: case SYS_getitimer: case SYS_timerfd_gettime: case SYS_clock_settime:
	case SYS_clock_adjtime: case SYS_sched_setparam: case SYS_sched_getparam: case SYS_sched_rr_get_interval:
	case SYS_rt_sigpending: case SYS_rt_sigsuspend: case SYS_settimeofday: case SYS_sethostname: case SYS_setdomainname:
	case SYS_setreuid: case SYS_setregid: case SYS_shutdown: case SYS_inotify_rm_watch: case SYS_umount2: case SYS_swapon:
	case SYS_pivot_root: case SYS_capget: case SYS_capset: case SYS_io_setup: case SYS_delete_module: case SYS_setns:
	case SYS_set_robust_list: case SYS_timer_gettime:
	case SYS_open: case SYS_fcntl:
		return 2;
	case SYS_read: case SYS_write: case SYS_lseek: case SYS_mprotect: case SYS_ioctl: case SYS_readv: case SYS_writev:
	case SYS_getdents64: case SYS_mkdirat: case SYS_unlinkat: case SYS_symlinkat: case SYS_readlink:
	case SYS_chown: case SYS_fchown: case SYS_lchown: case SYS_mknod: case SYS_poll: case SYS_getrandom: case SYS_madvise:
	case SYS_sched_getaffinity: case SYS_sched_setaffinity: case SYS_dup3: case SYS_faccessat: case SYS_fchmodat: case SYS_futimesat:
	case SYS_tgkill: case SYS_getresuid: case SYS_getresgid: case SYS_syslog: case SYS_inotify_add_watch: case SYS_socket:
	case SYS_connect: case SYS_bind: case SYS_accept: case SYS_listen: case SYS_msync: case SYS_mincore: case SYS_close_range:
	case __NR_getdents: case SYS_execve: case SYS_setpriority: case SYS_setitimer: case SYS_sched_setscheduler: case SYS_setresuid:
	case SYS_setresgid: case SYS_getsockname: case SYS_getpeername: case SYS_sendmsg: case SYS_recvmsg: case SYS_shmget:
	case SYS_shmat: case SYS_shmctl: case SYS_semget: case SYS_semop: case SYS_msgget: case SYS_msgctl: case SYS_listxattr:
	case SYS_llistxattr: case SYS_flistxattr: case SYS_get_robust_list: case SYS_membarrier: case SYS_seccomp: case SYS_mlock2:
	case SYS_rt_sigqueueinfo: case SYS_ioprio_set: case SYS_init_module: case SYS_open_by_handle_at: case SYS_timer_create:
	case SYS_getcpu: case SYS_readahead:
	case SYS_openat: case SYS_futex:
		return 3;
	case SYS_newfstatat: case SYS_readlinkat: case SYS_mknodat: case SYS_renameat: case SYS_utimensat: case SYS_pread64:
	case SYS_pwrite64: case SYS_sendfile: case SYS_fadvise64: case SYS_fallocate: case SYS_rt_sigaction: case SYS_rt_sigprocmask:
	case SYS_wait4: case SYS_prlimit64: case SYS_faccessat2: case SYS_clock_nanosleep: case SYS_tee: case SYS_sync_file_range:
	case SYS_openat2: case SYS_accept4: case SYS_preadv: case SYS_pwritev:
	case SYS_socketpair: case SYS_semctl: case SYS_semtimedop: case SYS_msgsnd: case SYS_ptrace: case SYS_rt_sigtimedwait:
	case SYS_timer_settime: case SYS_timerfd_settime: case SYS_epoll_ctl: case SYS_epoll_wait: case SYS_getxattr:
	case SYS_lgetxattr: case SYS_fgetxattr: case SYS_vmsplice: case SYS_signalfd4: case SYS_rt_tgsigqueueinfo: case SYS_quotactl:
	case SYS_sendmmsg: case SYS_reboot: case SYS_migrate_pages:
	case SYS_mremap:
		return 4;
	case SYS_statx: case SYS_renameat2: case SYS_linkat: case SYS_fchownat: case SYS_select:
	case SYS_ppoll: case SYS_execveat: case SYS_setsockopt: case SYS_getsockopt:
	case SYS_clone: case SYS_msgrcv: case SYS_mount: case SYS_waitid: case SYS_setxattr: case SYS_lsetxattr: case SYS_fsetxattr:
	case SYS_name_to_handle_at: case SYS_perf_event_open: case SYS_recvmmsg: case SYS_remap_file_pages: case SYS_add_key:
	case SYS_kcmp: case SYS_fanotify_mark:
		return 5;
	case SYS_mmap: case SYS_pselect6: case SYS_recvfrom: case SYS_sendto: case SYS_copy_file_range: case SYS_splice:
	case SYS_epoll_pwait: case SYS_process_vm_readv: case SYS_process_vm_writev: case SYS_mbind:
		return 6;
	/* A number that is not known: nobody can say how many there are. */
	default:
		return 0;
	}
}

long syscall(long n, ...)
{
	long a[6] = {0};
	va_list list;
	va_start(list, n);
	int i = 0;
	for (int first = arguments(n); i < first; i++) a[i] = va_arg(list, long);
	if (more(n, a)) a[i] = va_arg(list, long);
	va_end(list);
	return __syscall_ret(__homing_syscall(n, a[0], a[1], a[2], a[3], a[4], a[5]));
}
