/* Dates as texts, as the GNU library writes them in the "C" locale: flags and widths for every directive, years without leading zeros, a
   question mark for a month or a day of the week that there is not, and directives that are not known as they stand. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include "locale_impl.h"

void __homing_loss(const char *);

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};

/* What is written, and where; one directive with its flags. */
struct text {
	char *to;
	size_t room, length;
};
struct directive {
	char pad, modifier;
	int width, upper, lower, change;
};

static char changed(const struct directive *d, char c)
{
	if (d->lower && c >= 'A' && c <= 'Z') return c + 32;
	if (d->upper && !d->lower && c >= 'a' && c <= 'z') return c - 32;
	return c;
}

/* Behind as many spaces or zeros as the width asks for. False where there is no room. */
static int put(struct text *t, const struct directive *d, const char *s, size_t n)
{
	size_t before = d->width > 0 && (size_t)d->width > n ? d->width - n : 0;
	if (before + n >= t->room - t->length) return 0;
	for (size_t i = 0; i < before; i++) t->to[t->length++] = d->pad == '0' ? '0' : ' ';
	for (size_t i = 0; i < n; i++) t->to[t->length++] = changed(d, s[i]);
	return 1;
}

static int put_text(struct text *t, const struct directive *d, const char *s, size_t most)
{
	return put(t, d, s, strnlen(s, most));
}

static int put_number(struct text *t, struct directive *d, long long v, int digits)
{
	char room[24], *end = room + sizeof room, *p = end;
	unsigned long long u = v < 0 ? -(unsigned long long)v : v;
	if (digits < d->width) digits = d->width;
	do *--p = '0' + u % 10;
	while (u /= 10);
	int n = end - p + (v < 0), more = d->pad == '-' || digits <= n ? 0 : digits - n;
	if (d->pad == '_') {
		/* The sign stands with the number. */
		struct directive spaces = {.width = more};
		if (v < 0) *--p = '-';
		if (more && !put(t, &spaces, "", 0)) return 0;
		spaces.width = 0;
		return put(t, more ? &spaces : d, p, n);
	}
	if (!more) {
		if (v < 0) *--p = '-';
		return put(t, d, p, n);
	}
	struct directive plain = {.pad = '0'};
	if ((size_t)more + n >= t->room - t->length) return 0;
	if (v < 0) put(t, &plain, "-", 1);
	plain.width = digits - (v < 0);
	return put(t, &plain, p, end - p);
}

static int put_padded(struct text *t, struct directive *d, long long v)
{
	if (d->pad != '0' && d->pad != '-') d->pad = '_';
	return put_number(t, d, v, 2);
}

static int is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* Days since the Monday of the week that has the year's first Thursday. */
static int days_of_weeks(int yday, int wday) { return yday - (yday - wday + 382) % 7 + 3; }

static int put_week(struct text *t, struct directive *d, char letter, const struct tm *tm)
{
	long long year = tm->tm_year + 1900LL;
	int n = days_of_weeks(tm->tm_yday, tm->tm_wday);
	if (n < 0) {
		year--;
		n = days_of_weeks(tm->tm_yday + 365 + is_leap(year), tm->tm_wday);
	} else {
		int next = days_of_weeks(tm->tm_yday - 365 - is_leap(year), tm->tm_wday);
		if (next >= 0) {
			year++;
			n = next;
		}
	}
	if (letter == 'g') return put_number(t, d, (year % 100 + 100) % 100, 2);
	return letter == 'G' ? put_number(t, d, year, 1) : put_number(t, d, n / 7 + 1, 2);
}

static int put_zone(struct text *t, struct directive *d, const struct tm *tm)
{
	const char *zone = tm->__tm_zone;
	if (!(zone && *zone) && tm->tm_isdst >= 0) {
		tzset();
		zone = tm->tm_isdst > 1 ? "?" : tzname[tm->tm_isdst];
	}
	if (d->change) d->upper = 0, d->lower = 1;
	return put_text(t, d, zone ? zone : "", -1);
}

static int put_offset(struct text *t, struct directive *d, const struct tm *tm)
{
	long minutes = tm->__tm_gmtoff / 60;
	if (tm->tm_isdst < 0) return 1;
	if (!put(t, d, tm->__tm_gmtoff < 0 ? "-" : "+", 1)) return 0;
	if (minutes < 0) minutes = -minutes;
	return put_number(t, d, minutes / 60 * 100 + minutes % 60, 4);
}

static int put_seconds(struct text *t, struct directive *d, const struct tm *tm)
{
	struct tm copy = *tm;
	char text[24];
	return put(t, d, text, sprintf(text, "%lld", (long long)mktime(&copy)));
}

static int write_date(struct text *t, const char *f, const struct tm *tm);

static int put_parts(struct text *t, struct directive *d, const char *f, const struct tm *tm)
{
	char room[1024];
	struct text inner = {room, sizeof room, 0};
	if (!write_date(&inner, f, tm)) return 0;
	return put(t, d, room, inner.length);
}

/* The directive ends at `f`; `start` is its percent sign. False where there is no room. */
static int put_directive(struct text *t, struct directive *d, const char *start, const char *f, const struct tm *tm)
{
	int hour = tm->tm_hour > 12 ? tm->tm_hour - 12 : tm->tm_hour ? tm->tm_hour : 12;
	long long year = tm->tm_year + 1900LL;
	if (*f && d->change && strchr("bBh", *f)) d->upper = 1;
	/* Which directives may have a modifier. */
	if (!*f || (d->modifier == 'E' && !strchr("cCxXyY", *f) && strchr("aAbBhdDeFgGHIjklmMSUVwW", *f)) ||
		(d->modifier == 'O' && strchr("aAcDFxXY", *f))) goto unknown;
	if (d->change && strchr("aA", *f)) d->upper = 1;
	switch (*f) {
	case '%': return put(t, d, "%", 1);
	case 'n': return put(t, d, "\n", 1);
	case 't': return put(t, d, "\t", 1);
	case 'a': return put_text(t, d, (unsigned)tm->tm_wday < 7 ? days[tm->tm_wday] : "?", 3);
	case 'A': return put_text(t, d, (unsigned)tm->tm_wday < 7 ? days[tm->tm_wday] : "?", -1);
	case 'b': case 'h': return put_text(t, d, (unsigned)tm->tm_mon < 12 ? months[tm->tm_mon] : "?", 3);
	case 'B': return put_text(t, d, (unsigned)tm->tm_mon < 12 ? months[tm->tm_mon] : "?", -1);
	case 'c': return put_parts(t, d, "%a %b %e %H:%M:%S %Y", tm);
	case 'x': case 'D': return put_parts(t, d, "%m/%d/%y", tm);
	case 'X': case 'T': return put_parts(t, d, "%H:%M:%S", tm);
	case 'r': return put_parts(t, d, "%I:%M:%S %p", tm);
	case 'R': return put_parts(t, d, "%H:%M", tm);
	case 'F': return put_parts(t, d, "%Y-%m-%d", tm);
	case 'C': return put_number(t, d, year / 100 - (year % 100 < 0), 1);
	case 'y': return put_number(t, d, (year % 100 + 100) % 100, 2);
	case 'Y': return put_number(t, d, year, 1);
	case 'g': case 'G': case 'V': return put_week(t, d, *f, tm);
	case 'm': return put_number(t, d, tm->tm_mon + 1LL, 2);
	case 'd': return put_number(t, d, tm->tm_mday, 2);
	case 'e': return put_padded(t, d, tm->tm_mday);
	case 'H': return put_number(t, d, tm->tm_hour, 2);
	case 'k': return put_padded(t, d, tm->tm_hour);
	case 'I': return put_number(t, d, hour, 2);
	case 'l': return put_padded(t, d, hour);
	case 'j': return put_number(t, d, tm->tm_yday + 1LL, 3);
	case 'M': return put_number(t, d, tm->tm_min, 2);
	case 'S': return put_number(t, d, tm->tm_sec, 2);
	case 's': return put_seconds(t, d, tm);
	case 'u': return put_number(t, d, (tm->tm_wday + 6LL) % 7 + 1, 1);
	case 'w': return put_number(t, d, tm->tm_wday, 1);
	case 'U': return put_number(t, d, (tm->tm_yday - tm->tm_wday + 7LL) / 7, 2);
	case 'W': return put_number(t, d, (tm->tm_yday - (tm->tm_wday + 6LL) % 7 + 7) / 7, 2);
	case 'P': case 'p':
		if (*f == 'P' || d->change) d->lower = 1;
		return put_text(t, d, tm->tm_hour > 11 ? "PM" : "AM", -1);
	case 'z': return put_offset(t, d, tm);
	case 'Z': return put_zone(t, d, tm);
	}
unknown:
	return put(t, d, start, f - start + !!*f);
}

static int write_date(struct text *t, const char *f, const struct tm *tm)
{
	struct directive none = {0};
	for (; *f; f++) {
		if (*f != '%') {
			if (!put(t, &none, f, 1)) return 0;
			continue;
		}
		struct directive d = {0};
		const char *start = f++;
		for (; *f && strchr("_-0^#", *f); f++) {
			if (*f == '^') d.upper = 1;
			else if (*f == '#') d.change = 1;
			else d.pad = *f;
		}
		for (; *f >= '0' && *f <= '9'; f++) d.width = d.width > (INT_MAX - (*f - '0')) / 10 ? INT_MAX : d.width * 10 + (*f - '0');
		if (*f == 'E' || *f == 'O') d.modifier = *f++;
		if (!put_directive(t, &d, start, f, tm)) return 0;
		if (!*f) break;
	}
	return 1;
}

size_t __strftime_l(char *restrict to, size_t room, const char *restrict f, const struct tm *restrict tm, locale_t locale)
{
	struct text t = {to, room, 0};
	if (!room || !write_date(&t, f, tm)) return 0;
	to[t.length] = 0;
	return t.length;
}

size_t strftime_l(char *restrict to, size_t room, const char *restrict f, const struct tm *restrict tm, locale_t locale)
{
	return __strftime_l(to, room, f, tm, locale);
}

size_t strftime(char *restrict to, size_t room, const char *restrict f, const struct tm *restrict tm)
{
	return __strftime_l(to, room, f, tm, 0);
}

size_t __wcsftime_l(wchar_t *restrict to, size_t room, const wchar_t *restrict f, const struct tm *restrict tm, locale_t locale)
{
	size_t length = wcslen(f), most = room < 4096 ? room : 4096;
	char plain[length + 1], out[most + 1];
	if ((unsigned)tm->tm_wday > 6 || (unsigned)tm->tm_mon > 11) __homing_loss("a name that there is not in `wcsftime`");
	for (size_t i = 0; i <= length; i++) {
		if ((unsigned)f[i] > 127) __homing_loss("characters beyond ASCII in `wcsftime`");
		plain[i] = f[i];
	}
	size_t n = __strftime_l(out, most, plain, tm, locale);
	if (!n && room > most) __homing_loss("a long text of `wcsftime`");
	for (size_t i = 0; i <= n && i < most && (n || !length); i++) to[i] = n ? (unsigned char)out[i] : 0;
	return n;
}

size_t wcsftime_l(wchar_t *restrict to, size_t room, const wchar_t *restrict f, const struct tm *restrict tm, locale_t locale)
{
	return __wcsftime_l(to, room, f, tm, locale);
}

size_t wcsftime(wchar_t *restrict to, size_t room, const wchar_t *restrict f, const struct tm *restrict tm)
{
	return __wcsftime_l(to, room, f, tm, 0);
}

static char *plain_date(const struct tm *tm, char *to, size_t room)
{
	if (!tm) {
		errno = EINVAL;
		return 0;
	}
	int n = tm->tm_year > INT_MAX - 1900 ? -1 : snprintf(to, room, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
		(unsigned)tm->tm_wday < 7 ? days[tm->tm_wday] : "???", (unsigned)tm->tm_mon < 12 ? months[tm->tm_mon] : "???",
		tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, tm->tm_year + 1900);
	if (n < 0 || (size_t)n >= room) {
		errno = EOVERFLOW;
		return 0;
	}
	return to;
}

char *__asctime_r(const struct tm *restrict tm, char *restrict to) { return plain_date(tm, to, 26); }
char *asctime_r(const struct tm *restrict tm, char *restrict to) { return plain_date(tm, to, 26); }

char *asctime(const struct tm *tm)
{
	static char text[115];
	return plain_date(tm, text, sizeof text);
}
