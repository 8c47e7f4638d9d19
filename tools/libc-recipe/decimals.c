/* Floating-point numbers in texts. The shape of a number (sign, digits before and behind the point, exponent) is decided one character at a time, the same for all digits;
   what the digits are worth is one integer. Where they are few, the number is that integer times or over a power of ten, all three exact, so one
   operation rounds it as it must. Every other number goes through musl's floatscan.c as a text that is known: a text that is not becomes one of those that it can be,
   which is a counted loss. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "floatscan.h"
#include "shgetc.h"

long double __plain_floatscan(FILE *, int, int);
void __homing_loss(const char *);
int __homing_known_digit(int);

/* The text of a number without its sign; more than fits is a loss. */
struct text {
	size_t n, room;
	unsigned char *at, some[64];
};

enum { LONG = 20000, SPARE = 24 };
static unsigned char long_text[LONG];

static void keep(struct text *t, int c)
{
	if (t->n == t->room - SPARE) {
		if (t->room == LONG) {
			__homing_loss("the value of a number of 20,000 characters");
			return;
		}
		memcpy(long_text, t->some, t->n);
		t->at = long_text;
		t->room = LONG;
	}
	t->at[t->n++] = c;
}

/* Each format: decimal and hexadecimal digits that are always exact, the greatest exact power of ten, from which power of ten on a number is too large, and which
   one is so small that all below it is zero. */
static const struct {
	int digits, nibbles, power, infinite, nothing;
} formats[] = {{7, 6, 10, 39, -46}, {15, 13, 22, 309, -324}, {19, 16, 27, 4933, -4951}};

static const double tens[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const long double long_tens[] = {1, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L, 1e6L, 1e7L, 1e8L, 1e9L, 1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
	1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

static long double with_sign(long double v, int minus)
{
	return minus ? -v : v;
}

/* `m` times a power of ten, rounded once. */
static long double scaled(uint64_t m, int e, int prec, int minus)
{
	if (prec == 2) {
		long double v = m;
		v = e < 0 ? v / long_tens[-e] : v * long_tens[e];
		return minus ? -v : v;
	}
	if (prec == 1) {
		double v = m;
		v = e < 0 ? v / tens[-e] : v * tens[e];
		return minus ? -v : v;
	}
	float v = m;
	v = e < 0 ? v / (float)tens[-e] : v * (float)tens[e];
	return minus ? -v : v;
}

static long double whole(uint64_t m, int prec, int minus)
{
	if (prec == 2) return with_sign(m, minus);
	if (prec == 1) {
		double v = m;
		return minus ? -v : v;
	}
	float v = m;
	return minus ? -v : v;
}

/* musl's own function, on a text that is known. */
static long double long_way(struct text *t, int letter, int e, int prec, int minus)
{
	FILE s;
	char digits[16];
	int i = 0, known = __homing_known_digit(e);
	for (size_t k = 0; k < t->n; k++) t->at[k] = __homing_known_digit(t->at[k]);
	unsigned rest = known < 0 ? -(unsigned)known : known;
	t->at[t->n++] = letter;
	if (known < 0) t->at[t->n++] = '-';
	do digits[i++] = '0' + rest % 10;
	while (rest /= 10);
	while (i) t->at[t->n++] = digits[--i];
	t->at[t->n] = 0;
	sh_fromstring(&s, t->at);
	shlim(&s, 0);
	return with_sign(__plain_floatscan(&s, prec, 1), minus);
}

/* An exponent behind its letter. Without digits there is none: nothing of it is taken then. */
static int exponent(FILE *f, int pok, int *found)
{
	int c = shgetc(f), minus = 0, n = 0, e = 0;
	if ((c == '+') | (c == '-')) {
		minus = c == '-';
		c = shgetc(f);
		if (c - '0' >= 10U && pok) shunget(f);
	}
	*found = c - '0' < 10U;
	for (; c - '0' < 10U; c = shgetc(f), n++) {
		if (n < 8 || e < 10000000) e = e * 10 + (c & 15);
	}
	shunget(f);
	if (*found) return minus ? -e : e;
	if (pok) {
		shunget(f);
	} else {
		shlim(f, 0);
		__homing_loss("a broken floating-point number in `scanf`");
	}
	return 0;
}

static long double decimal(FILE *f, int c, int prec, int minus, int pok)
{
	struct text t = {0, sizeof t.some};
	t.at = t.some;
	uint64_t m = 0;
	int digits = 0, places = 0, point = 0, e = 0, told = 0;
	for (;; c = shgetc(f)) {
		if (c - '0' < 10U) {
			m = m * 10 + (c & 15);
			digits++;
			places += point;
		} else if (!point && c == '.') {
			point = 1;
		} else {
			break;
		}
		keep(&t, c);
	}
	if (!digits) {
		if (c >= 0) shunget(f);
		shlim(f, 0);
		return 0;
	}
	if ((c | 32) == 'e') {
		e = exponent(f, pok, &told);
		if (!told && !pok) return 0;
	} else if (c >= 0) {
		shunget(f);
	}
	int power = e - places;
	if (digits <= formats[prec].digits && !told && !places) return whole(m, prec, minus);
	if (digits <= formats[prec].digits && power >= -formats[prec].power && power <= formats[prec].power)
		return scaled(m, power, prec, minus);
	if (digits <= 19) {
		if (!m) return whole(0, prec, minus);
		if (power >= formats[prec].infinite) {
			errno = ERANGE;
			return minus ? -INFINITY : INFINITY;
		}
		if (power + digits <= formats[prec].nothing) {
			errno = ERANGE;
			return whole(0, prec, minus);
		}
	}
	return long_way(&t, 'e', e, prec, minus);
}

/* Behind `0x`. */
static long double hexadecimal(FILE *f, int prec, int minus, int pok)
{
	struct text t = {2, sizeof t.some, 0, "0x"};
	t.at = t.some;
	uint64_t m = 0;
	int c, digits = 0, places = 0, point = 0, e = 0, told = 0;
	for (;;) {
		c = shgetc(f);
		if ((c - '0' < 10U) | ((c | 32) - 'a' < 6U)) {
			m = m * 16 + (c < 'A' ? c & 15 : (c & 7) + 9);
			digits++;
			places += point;
		} else if (!point && c == '.') {
			point = 1;
		} else {
			break;
		}
		keep(&t, c);
	}
	if (!digits) {
		/* The zero is a number; what is behind it stays. */
		shunget(f);
		if (pok) {
			shunget(f);
			if (point) shunget(f);
		} else {
			shlim(f, 0);
			__homing_loss("a broken floating-point number in `scanf`");
		}
		return whole(0, prec, minus);
	}
	if ((c | 32) == 'p') {
		e = exponent(f, pok, &told);
		if (!told && !pok) return 0;
	} else {
		shunget(f);
	}
	if (digits <= formats[prec].nibbles && !told) {
		if (!places) return whole(m, prec, minus);
		long double by = 1;
		for (; places; places--) by *= 16;
		if (prec == 2) return with_sign(m / by, minus);
		double v = m;
		v /= (double)by;
		return minus ? -v : v;
	}
	return long_way(&t, 'p', e, prec, minus);
}

long double __floatscan(FILE *f, int prec, int pok)
{
	int c, minus = 0;
	do c = shgetc(f);
	while ((c == ' ') | ((unsigned)c - '\t' < 5));
	if ((c == '+') | (c == '-')) {
		minus = c == '-';
		c = shgetc(f);
	}
	if ((c - '0' < 10U) | (c == '.')) {
		int next = shgetc(f);
		if ((next | 32) == 'x' && c == '0') return hexadecimal(f, prec, minus, pok);
		shunget(f);
		return decimal(f, c, prec, minus, pok);
	}
	shunget(f);
	if (((c | 32) == 'i') | ((c | 32) == 'n')) {
		long double v = __plain_floatscan(f, prec, pok);
		return with_sign(v, minus && shcnt(f));
	}
	shlim(f, 0);
	return 0;
}
