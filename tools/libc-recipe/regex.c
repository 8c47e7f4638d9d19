/* Patterns. The two libraries agree on plain ones (crates/homing/tests/host/regex.c compares them); what goes beyond counts a loss:
   back-references, classes behind a backslash, what stands where an operator should not, errors, groups that are asked for, characters
   beyond ASCII. */
#define _GNU_SOURCE
#include <ctype.h>
#include <fnmatch.h>
#include <regex.h>
#include <string.h>

void __homing_loss(const char *);
int __plain_regcomp(regex_t *restrict, const char *restrict, int);
int __plain_regexec(const regex_t *restrict, const char *restrict, size_t, regmatch_t *restrict, int);
size_t __plain_regerror(int, const regex_t *restrict, char *restrict, size_t);
int __plain_fnmatch(const char *, const char *, int);

static int all_ascii(const char *s)
{
	for (; *s; s++)
		if (*s & 128) return 0;
	return 1;
}

/* Behind a set of characters that is written in the usual way, or null. */
static const char *behind_set(const char *p)
{
	if (*p == '^') p++;
	if (!*p || *p == ']' || *p == '-') return 0;
	for (; *p && *p != ']'; p++) {
		if (*p == '[') {
			if (p[1] != ':') return 0;
			if (!(p = strstr(p + 2, ":]"))) return 0;
			p++;
		}
		if (*p == '\\' || (*p == '-' && (p[1] == ']' || p[-1] == '[' || p[-1] == '^' || p[1] < p[-1]))) return 0;
	}
	return *p ? p + 1 : 0;
}

/* Behind `{n}`, `{n,}` or `{n,m}`, or null. */
static const char *behind_count(const char *p)
{
	int n = 0, m = 0;
	if (!isdigit(*p)) return 0;
	for (; isdigit(*p); p++) n = n * 10 + (*p - '0');
	m = n;
	if (*p == ',') {
		p++;
		for (m = isdigit(*p) ? 0 : n; isdigit(*p); p++) m = m * 10 + (*p - '0');
	}
	return *p == '}' && n <= m && m <= 100 ? p + 1 : 0;
}

static int is_plain(const char *p, int extended)
{
	int open = 0, atom = 0; /* is there something that can be repeated? */
	const char *start = p;
	while (*p) {
		char c = *p++;
		if (c & 128) return 0;
		if (c == '^') {
			if (p - 1 != start) return 0;
			atom = 0;
		} else if (c == '$') {
			if (*p) return 0;
		} else if (c == '[') {
			if (!(p = behind_set(p))) return 0;
			atom = 1;
		} else if (c == '\\') {
			if (!*p || !ispunct(*p) || strchr("<>{}()'`|+?", *p)) return 0;
			p++;
			atom = 1;
		} else if (c == '*' || (extended && (c == '+' || c == '?' || c == '{'))) {
			if (!atom) return 0;
			if (c == '{' && !(p = behind_count(p))) return 0;
			atom = 0;
		} else if (extended && c == '(') {
			open++;
			if (*p == ')' || *p == '|') return 0;
			atom = 0;
		} else if (extended && c == ')') {
			if (!open-- || p[-2] == '|') return 0;
			atom = 1;
		} else if (extended && c == '|') {
			if (!open || !*p || *p == ')' || *p == '|') return 0;
			atom = 0;
		} else {
			if (extended && c == '}') return 0;
			atom = 1;
		}
	}
	return !open && *start;
}

int regcomp(regex_t *restrict r, const char *restrict pattern, int flags)
{
	if (!is_plain(pattern, flags & REG_EXTENDED)) __homing_loss("a pattern that is not plain (`regcomp`)");
	return __plain_regcomp(r, pattern, flags);
}

/* As the host's headers have it: places are of type int. */
struct place {
	int start, end;
};

int regexec(const regex_t *restrict r, const char *restrict text, size_t n, regmatch_t *restrict found, int flags)
{
	struct place *places = (struct place *)found;
	size_t wanted = n < r->re_nsub + 1 ? n : r->re_nsub + 1;
	regmatch_t own[wanted + 1];
	if (n > 1 && r->re_nsub) __homing_loss("what groups of a pattern match (`regexec`)");
	if (!all_ascii(text)) __homing_loss("characters beyond ASCII (`regexec`)");
	for (size_t i = 0; i < wanted; i++) own[i].rm_so = -2;
	int result = __plain_regexec(r, text, wanted, own, flags);
	/* Untouched without a match, and where nobody wanted to know. */
	if (result || (wanted && own[0].rm_so == -2)) return result;
	for (size_t i = 0; i < n; i++) {
		places[i].start = i < wanted ? (int)own[i].rm_so : -1;
		places[i].end = i < wanted ? (int)own[i].rm_eo : -1;
	}
	return 0;
}

size_t regerror(int e, const regex_t *restrict r, char *restrict to, size_t room)
{
	__homing_loss("texts of `regerror`");
	return __plain_regerror(e, r, to, room);
}

static int is_plain_match(const char *p, int flags)
{
	if (flags & ~(FNM_PATHNAME | FNM_PERIOD | FNM_NOESCAPE | FNM_CASEFOLD)) return 0;
	for (; *p; p++) {
		if (*p & 128) return 0;
		if (*p == '\\' && !p[1]) return 0;
		if (*p == '\\' && !(flags & FNM_NOESCAPE)) p++;
		else if (*p == '[') {
			const char *end = p[1] ? strchr(p + 2, ']') : 0;
			if (!end) return 0;
			for (p++; p < end; p++)
				if (*p == '[' || *p == '/' || *p == '\\' || *p & 128) return 0;
		}
	}
	return 1;
}

int fnmatch(const char *pattern, const char *text, int flags)
{
	if (!is_plain_match(pattern, flags) || !all_ascii(text)) __homing_loss("a pattern that is not plain (`fnmatch`)");
	return __plain_fnmatch(pattern, text, flags);
}
