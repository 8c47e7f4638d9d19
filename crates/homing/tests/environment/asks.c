/* Each case asks for something that differs from machine to machine, or from run to run: every one of them must count a loss. Those that are marked
   with "fixed" are the same everywhere, and none of them may. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <dirent.h>
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int klee_range(int, int, const char *);

static char text[4096];
static struct stat st;
static struct rusage usage;
static struct rlimit limit;
static struct tms ticks;
static struct sysinfo info;
static struct utsname names;
static struct statvfs space;
static struct termios terminal;
static struct winsize window;
static struct timeval now;
static sigset_t set;
static pthread_t thread;
static pid_t child;
static DIR *folder;
static gid_t groups[9];
static cpu_set_t processors;
static char *words[] = { "true", NULL };
static void handler(int signal) {}
static void *work(void *p) { return p; }

static int ask(int n) {
  switch (n) {
  case 0: return system("true");
  case 1: return popen("true", "r") != 0;
  case 2: return posix_spawn(&child, "/bin/true", 0, 0, words, words);
  case 3: return posix_spawnp(&child, "true", 0, 0, words, words);
  case 4: return fork();
  case 5: return vfork();
  case 6: return execv("/bin/true", words);
  case 7: return execlp("true", "true", (char *)0);
  case 8: return getrusage(RUSAGE_SELF, &usage);
  case 9: return (int)times(&ticks);
  case 10: return (int)clock();
  case 11: return (int)time(0);
  case 12: return (int)sysconf(_SC_NPROCESSORS_ONLN);
  case 13: return (int)sysconf(_SC_NPROCESSORS_CONF);
  case 14: return get_nprocs();
  case 15: return sched_getaffinity(0, sizeof processors, &processors);
  case 16: return sched_getcpu();
  case 17: return (int)getauxval(AT_HWCAP);
  case 18: return sbrk(4096) == (void *)-1;
  case 19: return brk(0);
  case 20: return sysinfo(&info);
  case 21: return uname(&names);
  case 22: return gethostname(text, sizeof text);
  case 23: return (int)gethostid();
  case 24: return getlogin() != 0;
  case 25: return getpwnam("root") != 0;
  case 26: return getpwuid(0) != 0;
  case 27: return getgrnam("root") != 0;
  case 28: return isatty(0);
  case 29: return ttyname(1) != 0;
  case 30: return tcgetattr(0, &terminal);
  case 31: return ioctl(1, TIOCGWINSZ, &window);
  case 32: return open("/dev/tty", O_RDWR);
  case 33: return access("/etc/passwd", R_OK);
  case 34: return umask(0);
  case 35: if (getuid() == 0) return 1; return 0;
  case 36: if (geteuid() == 0) return 1; return 0;
  case 37: if (getgid() == 0) return 1; return 0;
  case 38: return getgroups(9, groups);
  case 39: return setuid(0);
  case 40: return getcwd(text, sizeof text) != 0;
  case 41: return (int)readlink("/proc/self/exe", text, sizeof text);
  case 42: return getpid();
  case 43: return getppid();
  case 44: return getpgrp();
  case 45: return getsid(0);
  case 46: return getrlimit(RLIMIT_STACK, &limit);
  case 47: return (int)sysconf(_SC_OPEN_MAX);
  case 48: return getpriority(PRIO_PROCESS, 0);
  case 49: return nice(1);
  case 50: return statvfs(".", &space);
  case 51: if (stat(".", &st) || st.st_ino == 2) return 1; return 0;
  case 52: if (stat(".", &st) || st.st_mtime == 0) return 1; return 0;
  case 53: if (stat(".", &st) || st.st_dev == 0) return 1; return 0;
  case 54: if (fstat(1, &st) || S_ISREG(st.st_mode)) return 1; return 0;
  case 55: return inotify_init();
  case 56: return socket(AF_INET, SOCK_STREAM, 0);
  case 57: return getrandom(text, 4, 0);
  case 58: return getentropy(text, 4);
  case 59: return open("/dev/urandom", O_RDONLY) < 0 || read(3, text, 4) != 4;
  case 60: return alarm(1);
  case 61: return signal(SIGINT, handler) == SIG_ERR;
  case 62: return signal(SIGPIPE, handler) == SIG_ERR;
  case 63: return sigpending(&set);
  case 64: return pthread_create(&thread, 0, work, 0);
  case 65: return (int)lseek(1, 0, SEEK_CUR);
  case 66: folder = opendir("/"); return folder && readdir(folder) == 0;
  case 67: return access("..", W_OK);
  case 68: return gettimeofday(&now, 0);
  case 69: return (int)pathconf(".", _PC_LINK_MAX);
  case 70: return mmap((void *)0x10000, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED;
  case 71: return mkdir("/etc/x", 0700);
  case 72: if (open("made", O_CREAT | O_RDWR, 0666) < 0 || stat("made", &st) || (st.st_mode & 020)) return 1; return 0;
  case 73: return clone((int (*)(void *))work, text + 4096, 0, 0);
  case 74: return fcntl(1, F_SETPIPE_SZ, 4096);
  case 75: return (int)sysconf(_SC_PHYS_PAGES);
  case 76: return getdomainname(text, sizeof text);
  case 77: return getloadavg((double[]){ 0 }, 1);
  case 78: return setpriority(PRIO_PROCESS, 0, 5);
  case 79: return setsid();
  case 83: return open("made", O_CREAT | O_RDWR, 0600);
  case 87: return open("missing", O_RDONLY);
  /* fixed */
  case 80: return wait(0) == -1 && errno == ECHILD;
  case 81: return getpagesize() == 4096;
  case 82: return stat(".", &st) || !S_ISDIR(st.st_mode);
  case 84: return signal(SIGINT, SIG_IGN) == SIG_ERR;
  case 85: return signal(SIGSEGV, handler) == SIG_ERR;
  case 86: return printf("text\n");
  case 88: return open("/dev/null", O_RDWR);
  case 89: return fcntl(1, F_GETFD);
  case 90: return getenv("HOME") != 0;
  case 91: return usleep(5);
  case 92: return mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
  case 93: return poll(0, 0, 5);
  }
  return 0;
}

int main(void) {
  if (ask(klee_range(0, 94, "n")))
    return 1;
  return 0;
}
