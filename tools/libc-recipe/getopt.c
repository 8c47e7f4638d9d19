/* getopt and its long forms as the GNU library has them: operands move behind options, long names may be cut short, optional arguments,
   its messages. What the machine's own library does is what a native run of the program sees. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum order { PERMUTE, STOP_AT_OPERAND, OPERANDS_AS_OPTIONS };

static enum order order;
static int started;
/* Operands that were passed over stand in argv[first .. last). */
static int first, last;
/* What is left of the word that is being read. */
static char *rest;
/* What every call leaves in `optopt`. */
static int letter_told;

struct call {
	int argc;
	char **argv;
	const char *letters;
	const struct option *names;
	int *index;
	int single_dash; /* long names may have one dash */
	int tells;       /* prints messages */
};

static void reverse(char **v, int from, int to)
{
	while (from < --to) {
		char *w = v[from];
		v[from++] = v[to];
		v[to] = w;
	}
}

/* The options in argv[last .. optind) go before the operands in argv[first .. last). */
static void exchange(char **v)
{
	reverse(v, first, last);
	reverse(v, last, optind);
	reverse(v, first, optind);
	first += optind - last;
	last = optind;
}

static int is_operand(const char *word) { return word[0] != '-' || !word[1]; }

static void start(const char *letters, int posix)
{
	if (!optind) optind = 1;
	first = last = optind;
	rest = 0;
	if (*letters == '-') order = OPERANDS_AS_OPTIONS;
	else if (*letters == '+' || posix || getenv("POSIXLY_CORRECT")) order = STOP_AT_OPERAND;
	else order = PERMUTE;
	started = 1;
}

static int failed(const struct call *c) { return *c->letters == ':' ? ':' : '?'; }

static void tell(const struct call *c, const char *format, const char *prefix, const char *what)
{
	if (!c->tells) return;
	fprintf(stderr, "%s: ", c->argv[0]);
	fprintf(stderr, format, prefix, what);
}

static int same_meaning(const struct option *a, const struct option *b)
{
	return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* Which of the names is meant by one that is cut short; -1 if none, -2 if it cannot be told. */
static int abbreviated(const struct call *c, size_t length, const char *prefix)
{
	int found = -1, ambiguous = 0;
	for (int i = 0; c->names[i].name; i++) {
		if (strncmp(c->names[i].name, rest, length)) continue;
		if (found < 0) found = i;
		else if (c->single_dash || !same_meaning(&c->names[found], &c->names[i])) ambiguous = 1;
	}
	if (!ambiguous) return found;
	if (c->tells) {
		fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", c->argv[0], prefix, rest);
		for (int i = found; c->names[i].name; i++) {
			if (strncmp(c->names[i].name, rest, length)) continue;
			if (i == found || c->single_dash || !same_meaning(&c->names[found], &c->names[i]))
				fprintf(stderr, " '%s%s'", prefix, c->names[i].name);
		}
		fprintf(stderr, "\n");
	}
	return -2;
}

static int long_option(const struct call *c, const char *prefix)
{
	size_t length = strcspn(rest, "=");
	int at = -1;
	for (int i = 0; c->names[i].name && at < 0; i++)
		if (!strncmp(c->names[i].name, rest, length) && strlen(c->names[i].name) == length) at = i;
	if (at < 0) at = abbreviated(c, length, prefix);
	if (at == -2) {
		rest += strlen(rest);
		optind++;
		letter_told = 0;
		return '?';
	}
	if (at < 0) {
		if (c->single_dash && c->argv[optind][1] != '-' && strchr(c->letters, *rest)) return -1;
		tell(c, "unrecognized option '%s%s'\n", prefix, rest);
		rest = 0;
		optind++;
		letter_told = 0;
		return '?';
	}
	const struct option *o = &c->names[at];
	char *value = rest[length] ? rest + length + 1 : 0;
	optind++;
	rest = 0;
	if (value && !o->has_arg) {
		tell(c, "option '%s%s' doesn't allow an argument\n", prefix, o->name);
		letter_told = o->val;
		return '?';
	}
	if (value) optarg = value;
	else if (o->has_arg == required_argument) {
		if (optind >= c->argc) {
			tell(c, "option '%s%s' requires an argument\n", prefix, o->name);
			letter_told = o->val;
			return failed(c);
		}
		optarg = c->argv[optind++];
	}
	if (c->index) *c->index = at;
	if (!o->flag) return o->val;
	*o->flag = o->val;
	return 0;
}

/* Finds the next word with options. 1: `rest` is in it, 0: there is none, 2: `*result` is the answer. */
static int next_word(const struct call *c, int *result)
{
	if (last > optind) last = optind;
	if (first > optind) first = optind;
	if (order == PERMUTE) {
		if (first != last && last != optind) exchange(c->argv);
		else if (last != optind) first = optind;
		while (optind < c->argc && is_operand(c->argv[optind])) optind++;
		last = optind;
	}
	if (optind != c->argc && !strcmp(c->argv[optind], "--")) {
		optind++;
		if (first != last && last != optind) exchange(c->argv);
		else if (first == last) first = optind;
		last = optind = c->argc;
	}
	if (optind == c->argc) {
		if (first != last) optind = first;
		return 0;
	}
	char *word = c->argv[optind];
	if (is_operand(word)) {
		if (order == STOP_AT_OPERAND) return 0;
		optarg = c->argv[optind++];
		*result = 1;
		return 2;
	}
	if (c->names && word[1] == '-') {
		rest = word + 2;
		*result = long_option(c, "--");
		return 2;
	}
	rest = word + 1;
	if (c->names && c->single_dash && (word[2] || !strchr(c->letters, word[1]))) {
		*result = long_option(c, "-");
		if (*result != -1) return 2;
		rest = word + 1;
	}
	return 1;
}

static int missing(const struct call *c, int letter)
{
	if (c->tells) fprintf(stderr, "%s: option requires an argument -- '%c'\n", c->argv[0], letter);
	letter_told = letter;
	return failed(c);
}

static int next_letter(const struct call *c)
{
	int letter = *rest++;
	const char *known = strchr(c->letters, letter);
	if (!*rest) optind++;
	if (!known || letter == ':' || letter == ';') {
		if (c->tells) fprintf(stderr, "%s: invalid option -- '%c'\n", c->argv[0], letter);
		letter_told = letter;
		return '?';
	}
	if (known[0] == 'W' && known[1] == ';' && c->names) {
		struct call longer = *c;
		if (!*rest) {
			if (optind == c->argc) return missing(c, letter);
			rest = c->argv[optind];
		}
		longer.single_dash = 0;
		return long_option(&longer, "-W ");
	}
	if (known[1] != ':') return letter;
	if (*rest) {
		optarg = rest;
		optind++;
	} else if (known[2] != ':') {
		if (optind == c->argc) letter = missing(c, letter);
		else optarg = c->argv[optind++];
	}
	rest = 0;
	return letter;
}

static int read_next(struct call c, int posix)
{
	int result;
	if (c.argc < 1) return -1;
	optarg = 0;
	if (!optind || !started) start(c.letters, posix);
	if (*c.letters == '-' || *c.letters == '+') c.letters++;
	c.tells = opterr && *c.letters != ':';
	if (!rest || !*rest) {
		int how = next_word(&c, &result);
		if (how == 0) return -1;
		if (how == 2) return result;
	}
	return next_letter(&c);
}

static int next(struct call c, int posix)
{
	int result = read_next(c, posix);
	optopt = letter_told;
	return result;
}

int getopt(int argc, char *const *argv, const char *letters)
{
	return next((struct call){argc, (char **)argv, letters, 0, 0, 0, 0}, 0);
}

/* The name that headers use for programs that want POSIX and nothing else. */
int __posix_getopt(int argc, char *const *argv, const char *letters)
{
	return next((struct call){argc, (char **)argv, letters, 0, 0, 0, 0}, 1);
}

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *names, int *index)
{
	return next((struct call){argc, (char **)argv, letters, names, index, 0, 0}, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *names, int *index)
{
	return next((struct call){argc, (char **)argv, letters, names, index, 1, 0}, 0);
}
