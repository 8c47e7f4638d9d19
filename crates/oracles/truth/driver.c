/* Runs a generated program natively on all its inputs, each run in a process of its own (or all in this one, for programs without state),
 * and writes which targets were passed by which input, which values the probes had, and how runs ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TARGETS = 1024, PROBES = 64, VALUES = 48, ENDINGS = 512 };

struct shared {
    unsigned char hit[TARGETS];
    int last;
    int values[PROBES];
    long long value[PROBES][VALUES];
};

extern const int native_bytes;
extern const int native_count[];
extern const unsigned char *const native_values[];
extern unsigned char in[];
int subject_main(int argc, char **argv, char **envp);

static struct shared *shared;
static unsigned char witness[TARGETS][8], seen[TARGETS], place[TARGETS], place_witness[TARGETS][8];
static int endings[ENDINGS];
static volatile pid_t child;
static volatile int late;

void native_hit(int n) { shared->hit[n] = 1; }

void native_at(int n) { shared->last = n; }

void native_note(int p, long long v) {
    for (int i = 0; i < shared->values[p]; i++)
        if (shared->value[p][i] == v) return;
    if (shared->values[p] < VALUES) shared->value[p][shared->values[p]++] = v;
}

/* Before the constructors of the program, which may pass targets. */
static __attribute__((constructor(101))) void prepare(void) {
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) _exit(98);
}

static void too_long(int sig) {
    late = 1;
    kill(child, SIGKILL);
}

static void give(char mode, unsigned char *bytes, int *argc, char **argv) {
    static char text[9];
    memcpy(in, bytes, native_bytes);
    *argc = 1;
    argv[0] = "p";
    argv[1] = argv[2] = 0;
    if (mode == 'a') {
        memcpy(text, bytes, native_bytes);
        argv[1] = text;
        *argc = 2;
        memset(in, 0, native_bytes);
    }
    if (mode == 's') {
        int p[2];
        if (pipe(p) || write(p[1], bytes, native_bytes) != native_bytes) _exit(98);
        dup2(p[0], 0);
        close(p[0]);
        close(p[1]);
        memset(in, 0, native_bytes);
    }
}

static void remember(const unsigned char *bytes, int status) {
    for (int i = 0; i < TARGETS; i++)
        if (shared->hit[i]) {
            if (!seen[i]) memcpy(witness[i], bytes, 8);
            seen[i] = 1;
        }
    memset(shared->hit, 0, sizeof shared->hit);
    endings[status & (ENDINGS - 1)]++;
    if ((status == 99 || (status > 256 && status != 511)) && shared->last) {
        if (!place[shared->last]) memcpy(place_witness[shared->last], bytes, 8);
        place[shared->last] = 1;
    }
    shared->last = 0;
}

extern char **environ;

static void in_a_process(char mode, unsigned char *bytes) {
    int status;
    struct itimerval limit = {{0, 0}, {5, 0}}, none = {{0, 0}, {0, 0}};
    late = 0;
    child = fork();
    if (child == 0) {
        int argc;
        char *argv[3];
        signal(SIGALRM, SIG_DFL);
        give(mode, bytes, &argc, argv);
        exit(subject_main(argc, argv, environ));
    }
    setitimer(ITIMER_REAL, &limit, 0);
    while (waitpid(child, &status, WUNTRACED) == -1 && errno == EINTR) {}
    if (WIFSTOPPED(status)) {
        kill(child, SIGKILL);
        while (waitpid(child, &status, 0) == -1 && errno == EINTR) {}
    }
    setitimer(ITIMER_REAL, &none, 0);
    remember(bytes, late ? 511 : WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status));
}

static sigjmp_buf trapped;

static void trap(int sig) { siglongjmp(trapped, sig); }

static void in_this_process(unsigned char *bytes) {
    int argc;
    char *argv[3];
    give('p', bytes, &argc, argv);
    int sig = sigsetjmp(trapped, 1);
    int code = sig ? 256 + sig : subject_main(argc, argv, environ);
    remember(bytes, code);
}

static void report(FILE *f) {
    for (int i = 0; i < TARGETS; i++) {
        if (seen[i]) {
            fprintf(f, "hit %d", i);
            for (int b = 0; b < native_bytes; b++) fprintf(f, " %d", witness[i][b]);
            fprintf(f, "\n");
        }
        if (place[i]) {
            fprintf(f, "error %d", i);
            for (int b = 0; b < native_bytes; b++) fprintf(f, " %d", place_witness[i][b]);
            fprintf(f, "\n");
        }
    }
    for (int p = 0; p < PROBES; p++)
        for (int i = 0; i < shared->values[p]; i++) fprintf(f, "value %d %lld\n", p, shared->value[p][i]);
    for (int e = 0; e < ENDINGS; e++)
        if (endings[e]) fprintf(f, "ended %d %d\n", e, endings[e]);
}

/* Arguments: the file for the report, and how inputs are given: p in this process, f in processes, a as an argument, s on standard input. */
int main(int argc, char **argv) {
    char mode = argc > 2 ? argv[2][0] : 'f';
    int digit[8] = {0};
    signal(SIGALRM, too_long);
    if (mode == 'p') {
        int traps[] = {SIGFPE, SIGSEGV, SIGILL, SIGBUS, SIGTRAP, SIGABRT};
        for (unsigned i = 0; i < sizeof traps / sizeof *traps; i++) signal(traps[i], trap);
    }
    for (;;) {
        unsigned char bytes[8] = {0};
        for (int i = 0; i < native_bytes; i++) bytes[i] = native_values[i] ? native_values[i][digit[i]] : digit[i];
        if (mode == 'p') in_this_process(bytes);
        else in_a_process(mode, bytes);
        int i = 0;
        while (i < native_bytes && ++digit[i] == native_count[i]) digit[i++] = 0;
        if (i == native_bytes) break;
    }
    FILE *f = fopen(argv[1], "w");
    if (!f) return 97;
    report(f);
    return fclose(f) ? 97 : 0;
}
