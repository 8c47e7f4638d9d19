/* What the engine gives the kernel model, for a native run: inputs come from a table, output and losses are kept. */
#include "externals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_input test_inputs[64];
int test_input_count;
char test_output[3][1 << 16];
size_t test_output_size[3];
char test_losses[4096];
int test_silent_exits;
jmp_buf test_end;
char test_symbolic_asked[4096];

void test_input(const char *name, const void *bytes, size_t size)
{
	struct test_input *in = &test_inputs[test_input_count++];
	in->name = name;
	in->size = size;
	memcpy(in->bytes, bytes, size);
}

void test_input_int(const char *name, int value)
{
	test_input(name, &value, sizeof value);
}

static struct test_input *find(const char *name)
{
	strncat(test_symbolic_asked, name, sizeof test_symbolic_asked - strlen(test_symbolic_asked) - 2);
	strcat(test_symbolic_asked, " ");
	for (int i = 0; i < test_input_count; i++)
		if (strcmp(test_inputs[i].name, name) == 0)
			return &test_inputs[i];
	return NULL;
}

void klee_make_symbolic(void *to, size_t size, const char *name)
{
	struct test_input *in = find(name);
	memset(to, 0, size);
	if (in)
		memcpy(to, in->bytes, in->size < size ? in->size : size);
}

int klee_range(int low, int high, const char *name)
{
	struct test_input *in = find(name);
	int value = low;
	if (in)
		memcpy(&value, in->bytes, sizeof value);
	if (value < low || value >= high) {
		fprintf(stderr, "%s is not in [%d, %d)\n", name, low, high);
		abort();
	}
	return value;
}

int test_all_symbolic;

/* Nothing is symbolic here; a test may say that everything is, to take the model's other ways. */
unsigned klee_is_symbolic(unsigned long value)
{
	(void)value;
	return (unsigned)test_all_symbolic;
}

/* The most that is possible. */
size_t klee_get_obj_size(void *p)
{
	(void)p;
	return (size_t)-1 / 2;
}

/* The sanitizer would say so if one were not there. */
void klee_check_memory_access(const void *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		(void)((const volatile char *)p)[i];
}

void klee_silent_exit(int status)
{
	(void)status;
	test_silent_exits++;
	longjmp(test_end, 1);
}

void __homing_output(int fd, const void *p, size_t n)
{
	if (fd < 1 || fd > 2 || test_output_size[fd] + n > sizeof test_output[fd])
		abort();
	memcpy(test_output[fd] + test_output_size[fd], p, n);
	test_output_size[fd] += n;
}

void __homing_loss(const char *what)
{
	strncat(test_losses, what, sizeof test_losses - strlen(test_losses) - 2);
	strcat(test_losses, "\n");
}

/* Nothing depends on a value here. */
void __homing_assumed(void *p, size_t n, const char *what)
{
	(void)p;
	(void)n;
	(void)what;
}

unsigned long test_handled;

void __homing_handled(unsigned long signals)
{
	test_handled = signals;
}

void __homing_aborts(const char *text)
{
	fprintf(stderr, "the model aborts: %s\n", text ? text : "");
	abort();
}

void *__homing_map(size_t n)
{
	return calloc(1, n);
}

void __homing_protect(void *p, int read_only)
{
	(void)p;
	(void)read_only;
}

void __homing_shrink(void *p, size_t n)
{
	(void)p;
	(void)n;
}

__attribute__((weak)) int program_main(int argc, char **argv, char **envp)
{
	(void)argv;
	(void)envp;
	return argc;
}
