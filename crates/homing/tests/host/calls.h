/* What the programs in this folder share: numbers and texts at random from a fixed seed, and printing what a call did. Each line of output
   is one call with its arguments, its result and what it wrote. The same program, natively and inside the engine, must print the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SEED
#define SEED 1
#endif
#ifndef COUNT
#define COUNT 20
#endif

static uint64_t chance_state = 88172645463325252ull + SEED * 2654435761ull;

static uint64_t chance(void)
{
	chance_state ^= chance_state << 13;
	chance_state ^= chance_state >> 7;
	chance_state ^= chance_state << 17;
	return chance_state;
}

static unsigned below(unsigned n) { return (unsigned)(chance() >> 11) % n; }

static long long any_number(void)
{
	static const long long corners[] = {0, 1, -1, 2, 7, 8, 9, 10, -10, 99, 100, 127, 128, -128, 255, 256, 32767, -32768, 65535, INT_MAX,
		INT_MIN, UINT_MAX, (long long)INT_MAX + 1, LLONG_MAX, LLONG_MIN, 1000000007, 123456789012345};
	switch (below(3)) {
	case 0: return corners[below(sizeof corners / sizeof *corners)];
	case 1: return (int)below(200) - 100;
	default: return (long long)(chance() >> below(63));
	}
}

/* A text of up to `most` letters of `of`. */
static char *any_text(char *to, unsigned most, const char *of)
{
	unsigned n = below(most + 1), m = strlen(of);
	for (unsigned i = 0; i < n; i++) to[i] = of[below(m)];
	to[n] = 0;
	return to;
}

static void show_bytes(const char *s, size_t n)
{
	putchar('"');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = s[i];
		if (c < 32 || c > 126 || c == '"' || c == '\\') printf("\\%03o", c);
		else putchar(c);
	}
	putchar('"');
}

static void show(const char *s)
{
	if (s) show_bytes(s, strlen(s));
	else printf("null");
}

/* The end of a line: `errno`, which the next call finds cleared. */
static void done(void)
{
	printf(" errno=%d\n", errno);
	errno = 0;
}

static int sign(long long x) { return x < 0 ? -1 : x > 0; }
/* Where a pointer leads, from the start of a text. */
static long at(const void *base, const void *p) { return p ? (long)((const char *)p - (const char *)base) : -1; }
