/* The entry: builds the process and runs the program. */

extern int main(int, char **, char **);
extern int __libc_start_main(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void))
	__attribute__((weak));

/* Pointers and numbers in a row, as the kernel puts them on the stack. */
struct vector {
	char **at;
	i64 count;
	i64 room;
};

static void push(struct vector *v, char *value)
{
	if (v->count == v->room) {
		v->room = v->room ? v->room * 2 : 16;
		v->at = v->at ? realloc(v->at, (size_t)v->room * sizeof *v->at) : malloc((size_t)v->room * sizeof *v->at);
	}
	v->at[v->count++] = value;
}

/* Each string is an object of its own, so that reading past its end is found. */
static char *copy_text(const char *text, i64 length)
{
	char *copy = malloc((size_t)length + 1);
	memcpy(copy, text, (size_t)length);
	copy[length] = 0;
	return copy;
}

/* `before` and then up to `most` symbolic bytes. */
static char *symbolic_text(const char *before, i64 length, i64 most, const char *name)
{
	char *text = malloc((size_t)(length + most + 1));
	memcpy(text, before, (size_t)length);
	klee_make_symbolic(text + length, (size_t)most + 1, name);
	text[length + most] = 0;
	/* It ends behind its first NUL, wherever that is: what is past it is not there. Counted without a branch. */
	i64 size = length + 1;
	i64 inside = 1;
	for (i64 i = length; i < length + most; i++) {
		inside &= text[i] != 0;
		size += inside;
	}
	__homing_shrink(text, (size_t)size);
	return text;
}

static i64 arguments;

static char *symbolic_argument(i64 most)
{
	char *name = numbered("arg", arguments++);
	char *text = symbolic_text("", 0, most, name);
	free(name);
	return text;
}

/* Some of `most` arguments, at least `least`. Names are given to all, so that those after them do not depend on how many there are. */
static void take_some(struct vector *v, i64 groups)
{
	i64 least = take32();
	i64 most = take32();
	i64 length = take32();
	i64 first = arguments;
	i64 more = 0;
	if (most > least) {
		char *name = groups ? numbered("n_args", groups) : copy_text("n_args", 6);
		more = klee_range(0, (int)(most - least) + 1, name);
		free(name);
	}
	for (i64 i = 0; i < most; i++) {
		if (i >= least && i - least >= more)
			break;
		push(v, symbolic_argument(length));
	}
	arguments = first + most;
}

enum { ARG_TEXT, ARG_SYMBOLIC, ARG_SOME };

static int take_arguments(struct vector *v)
{
	i64 length;
	i64 groups = 0;
	const char *text = take_text(&length);
	push(v, copy_text(text, length));
	for (i64 n = take32(); n > 0; n--) {
		switch (take32()) {
		case ARG_TEXT:
			text = take_text(&length);
			push(v, copy_text(text, length));
			break;
		case ARG_SYMBOLIC:
			push(v, symbolic_argument(take32()));
			break;
		default:
			take_some(v, groups++);
		}
	}
	int argc = (int)v->count;
	push(v, NULL);
	return argc;
}

static char *joined(const char *a, i64 n, const char *b, i64 m)
{
	char *text = malloc((size_t)(n + m + 2));
	memcpy(text, a, (size_t)n);
	memcpy(text + n, b, (size_t)m);
	text[n + m] = 0;
	return text;
}

static void take_environment(struct vector *v)
{
	for (i64 n = take32(); n > 0; n--) {
		i64 length, size;
		const char *name = take_text(&length);
		char *start = joined(name, length, "=", 1);
		if (take32() == ARG_TEXT) {
			const char *text = take_text(&size);
			push(v, joined(start, length + 1, text, size));
		} else {
			char *input = joined("env:", 4, name, length);
			push(v, symbolic_text(start, length + 1, take32(), input));
			free(input);
		}
		free(start);
	}
	push(v, NULL);
}

enum {
	AT_NULL = 0, AT_PAGESZ = 6, AT_UID = 11, AT_EUID = 12, AT_GID = 13, AT_EGID = 14, AT_CLKTCK = 17, AT_SECURE = 23,
	AT_RANDOM = 25, AT_EXECFN = 31
};

static void push_pair(struct vector *v, i64 kind, i64 value)
{
	push(v, (char *)kind);
	push(v, (char *)value);
}

static u8 random_bytes[16] = { 7, 41, 99, 160, 3, 87, 212, 54, 118, 9, 240, 31, 175, 66, 133, 20 };

static void push_auxiliary(struct vector *v)
{
	k.auxiliary = (char **)v->count; /* moves with the vector until that is complete */
	push_pair(v, AT_PAGESZ, PAGE);
	push_pair(v, AT_UID, k.uid);
	push_pair(v, AT_EUID, k.euid);
	push_pair(v, AT_GID, k.gid);
	push_pair(v, AT_EGID, k.egid);
	push_pair(v, AT_CLKTCK, 100);
	push_pair(v, AT_SECURE, 0);
	push_pair(v, AT_RANDOM, (i64)random_bytes);
	push_pair(v, AT_EXECFN, (i64)v->at[0]);
	push_pair(v, AT_NULL, 0);
}

static void open_standard(struct inode *in)
{
	k.standard[0] = in;
	k.standard[1] = new_output(1);
	k.standard[2] = new_output(2);
	install(new_file(in, O_RDONLY | (in->device == PLAIN ? O_LARGEFILE : 0)), 0);
	install(new_file(k.standard[1], O_WRONLY), 0);
	install(new_file(k.standard[2], O_WRONLY), 0);
}

static char **own_arguments;
static char **own_environment;

/* `count` pointers and the null after them as a block of their own, which may lie right behind another such block: on Linux it does. */
static char **own_copy(char **from, i64 count)
{
	char **copy = aligned_alloc(sizeof *copy, (size_t)(count + 1) * sizeof *copy);
	memcpy(copy, from, (size_t)(count + 1) * sizeof *copy);
	return copy;
}

/* Everything before the program's first instruction; the number of arguments, or -1 where the configuration cannot be read. */
int __homing_boot(char ***vector)
{
	struct vector v = { NULL, 0, 0 };
	i64 length;
	if (!take_head())
		return -1;
	k.mask = 022;
	init_limits();
	make_world();
	make_cwd(take_text(&length));
	int argc = take_arguments(&v);
	take_environment(&v);
	push_auxiliary(&v);
	struct inode *in = take_stdin();
	i64 files = take32();
	k.home = k.cwd;
	k.home->world |= files == 0;
	for (; files > 0; files--)
		take_file();
	open_standard(in);
	k.vector = v.at;
	k.auxiliary = v.at + (i64)k.auxiliary;
	own_arguments = own_copy(v.at, argc);
	own_environment = own_copy(v.at + argc + 1, k.auxiliary - v.at - argc - 2);
	*vector = v.at;
	return argc;
}

/* What constructors with parameters are called with. */
struct {
	unsigned long argc;
	char **argv, **envp;
} __homing_arguments;

extern char **__environ __attribute__((weak));

/* What `main` gets has ends, unlike what the library finds. */
static int call_main(int argc, char **argv, char **envp)
{
	if (&__environ)
		__environ = own_environment;
	return main(argc, own_arguments, own_environment);
}

int __homing_start(void)
{
	char **vector;
	int argc = __homing_boot(&vector);
	if (argc < 0) {
		__homing_loss("the configuration of the environment cannot be read");
		abort();
	}
	__homing_arguments.argc = (unsigned long)argc;
	__homing_arguments.argv = own_arguments;
	__homing_arguments.envp = own_environment;
	if (k.libc)
		return __libc_start_main(call_main, argc, vector, 0, 0, 0);
	exit(call_main(argc, vector, NULL));
}
