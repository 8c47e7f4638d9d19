// Corners of the C library where others do otherwise: here they are what the machine's has.
// homing: reach ! @end => REACHED
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <langinfo.h>
#include <linux/futex.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void table(void) {
  assert(hcreate(3));
  ENTRY e = {"a", "b"};
  assert(hsearch(e, ENTER));
  e.key = "z";
  errno = 0;
  assert(!hsearch(e, FIND) && errno == ESRCH);
  assert(hsearch(e, ENTER));
  e.key = "y";
  assert(hsearch(e, ENTER));
  e.key = "x";
  assert(!hsearch(e, ENTER) && errno == ENOMEM);
  assert(!hcreate(3));
  hdestroy();
}

static void signals(void) {
  sigset_t set;
  struct sigaction a;
  assert(SIGRTMIN == 34 && SIGRTMAX == 64);
  assert(sigaction(SIGRTMIN, 0, &a) == 0 && a.sa_handler == SIG_DFL);
  assert(sigaction(33, 0, &a) == -1 && errno == EINVAL);
  sigemptyset(&set);
  assert(sigaddset(&set, 34) == 0 && sigismember(&set, 34) == 1 && sigaddset(&set, 33) == -1);
  sigfillset(&set);
  assert(sigismember(&set, 34) == 1 && sigismember(&set, 33) == 0);
}

static void closed(void) {
  int copy = dup(1);
  close(1);
  assert(puts("x") == 2 && fputs("x\n", stdout) == 1 && printf("x\n") == 2 && putchar('\n') == '\n');
  errno = 0;
  assert(fflush(stdout) == EOF && errno == EBADF);
  clearerr(stdout);
  dup2(copy, 1);
}

/* Calls of the system with no more arguments than they have. */
static void calls(void) {
  assert(syscall(SYS_getpid) > 0);
  assert(syscall(SYS_close, 99) == -1 && errno == EBADF);
  assert(syscall(SYS_open, "nothing", 0) == -1 && errno == ENOENT);
  assert(syscall(SYS_fcntl, 0, 1) == 0);
  int word = 0;
  assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 0);
  assert(prctl(PR_SET_NAME, "other") == 0);
}

int main(void) {
  char text[64];
  table();
  signals();
  closed();
  calls();
  assert(confstr(_CS_GNU_LIBC_VERSION, text, sizeof text) > 6 && !strncmp(text, "glibc ", 6));
  assert(!nl_langinfo(YESSTR)[0]);
  char *before = l64a(12345);
  assert(!*l64a(0) && *before);
  FILE *f = fopen("x", "w+");
  assert(f && fputs("12345", f) == 1);
  rewind(f);
  assert(getc(f) == '1' && fputc('Q', f) == 'Q');
  rewind(f);
  assert(getc(f) == '1' && getc(f) == 'Q' && getc(f) == '3');
  fclose(f);
  return 0; // <end>
}
