/* Small helpers: numbers as text, and values made concrete. */

/* Appends a string; returns the new end, which is NUL. */
static char *put(char *at, const char *text)
{
	size_t n = strlen(text);
	memcpy(at, text, n + 1);
	return at + n;
}

static char *put_number(char *at, i64 value)
{
	char digits[24];
	i64 n = 0;
	u64 left = (u64)value;
	do {
		digits[n++] = (char)('0' + left % 10);
		left /= 10;
	} while (left);
	while (n > 0)
		*at++ = digits[--n];
	*at = 0;
	return at;
}

/* `name` followed by a number, in memory of its own. */
static char *numbered(const char *name, i64 value)
{
	char *text = malloc(strlen(name) + 24);
	put_number(put(text, name), value);
	return text;
}

/* The same value as a constant: one path for each it can have, found by halving, so that no path is decided more often than needed. */
static i64 settle(i64 value)
{
	u64 v = (u64)value;
	if (!klee_is_symbolic(v))
		return value;
	u64 low = 0;
	u64 high = 0;
	while (high < ~0ul && v > high)
		high = high * 2 + 1;
	if (high)
		low = high / 2 + 1;
	while (low < high) {
		u64 middle = low + (high - low) / 2;
		if (v <= middle)
			high = middle;
		else
			low = middle + 1;
	}
	return (i64)low;
}

static i64 smaller(i64 a, i64 b)
{
	return a < b ? a : b;
}
