/* Integers in texts, in place of musl's intscan.c. Whether a character is a digit is asked once, for all digits alike, and none is asked for its value: a text that is not
   known makes one path for each number of digits. Whether the number fits is asked only where it has digits enough for that. */
#include <errno.h>
#include <limits.h>
#include "intscan.h"
#include "shgetc.h"

/* So many digits are always below 2^64. */
static int harmless(unsigned base)
{
	switch (base) {
	case 2: return 64;
	case 8: return 21;
	case 10: return 19;
	case 16: return 16;
	default: return 12;
	}
}

static int is_digit(int c, unsigned base)
{
	unsigned tens = base < 10 ? base : 10;
	return (c - '0' < tens) | (base > 10 && (c | 32) - 'a' < base - 10);
}

static unsigned worth(int c)
{
	return c < 'A' ? c & 15 : (c & 31) + 9;
}

unsigned long long __intscan(FILE *f, unsigned base, int pok, unsigned long long lim)
{
	unsigned long long y = 0;
	int c, n, minus = 0, over = 0;
	if (base > 36 || base == 1) {
		errno = EINVAL;
		return 0;
	}
	do c = shgetc(f);
	while ((c == ' ') | ((unsigned)c - '\t' < 5));
	if ((c == '+') | (c == '-')) {
		minus = c == '-';
		c = shgetc(f);
	}
	if (base == 16 || (base == 0 && c == '0')) {
		int next = shgetc(f);
		if ((next | 32) == 'x' && c == '0') {
			c = shgetc(f);
			if (!is_digit(c, 16)) {
				shunget(f);
				if (pok) shunget(f);
				return 0;
			}
			base = 16;
		} else {
			shunget(f);
			if (base == 0) base = 8;
		}
	} else if (base == 0) {
		base = 10;
	}
	if (!is_digit(c, base)) {
		shunget(f);
		shlim(f, 0);
		return 0;
	}
	int most = harmless(base);
	for (n = 0; is_digit(c, base); c = shgetc(f), n++) {
		unsigned d = worth(c);
		if (n >= most) over |= (y > ULLONG_MAX / base) | ((y == ULLONG_MAX / base) & (d > ULLONG_MAX % base));
		y = y * base + d;
	}
	shunget(f);
	if (n >= most && (over || y >= lim)) {
		/* The limit is the greatest unsigned number, or the magnitude of the least signed one. */
		if (over || y > lim) errno = ERANGE;
		if (lim & 1) {
			if (over) return lim;
		} else if (!minus) {
			errno = ERANGE;
			return lim - 1;
		} else {
			y = lim;
		}
	}
	return minus ? -y : y;
}
