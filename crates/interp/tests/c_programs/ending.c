// exit, exit handlers in reverse order, constructors, argc and argv.
#include <stdlib.h>
extern void homing_output(unsigned long long);

static int started;
__attribute__((constructor)) static void first(void) { started += 1; homing_output(1000); }
__attribute__((constructor(200))) static void early(void) { started *= 10; homing_output(1001); }

static void one(void) { homing_output(1); }
static void two(void) { homing_output(2); }
static void three(void) { homing_output(3); }

static void deep(int n, int *p) { int here = *p + n; if (n == 0) exit(here); deep(n - 1, &here); }

int main(int argc, char **argv, char **envp) {
    homing_output(started);
    homing_output(argc); homing_output(argv[0] != 0); homing_output(argv[1] == 0);
    homing_output(envp != 0);
    atexit(one); atexit(two); atexit(one); atexit(three);
    int x = 5;
    deep(8, &x);
    return 1;
}
