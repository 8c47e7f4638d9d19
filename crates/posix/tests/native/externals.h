/* The kernel model in a native program, and what it is given there. */
#include <setjmp.h>
#include <stddef.h>

long __homing_syscall(long n, long a, long b, long c, long d, long e, long f);
int __homing_boot(char ***vector);
extern unsigned long __homing_tp;
extern unsigned char __homing_config[];

struct test_input {
	const char *name;
	size_t size;
	unsigned char bytes[512];
};

extern char test_output[3][1 << 16];
extern size_t test_output_size[3];
extern char test_losses[4096];
extern int test_silent_exits;
extern jmp_buf test_end; /* where a path that ends without an exit goes */
extern char test_symbolic_asked[4096]; /* names of the inputs asked for, each with a space after it */
extern int test_all_symbolic;

void test_input(const char *name, const void *bytes, size_t size);
void test_input_int(const char *name, int value);
