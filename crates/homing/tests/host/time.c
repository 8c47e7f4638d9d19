#include "calls.h"
#include <time.h>

#include <wchar.h>

/* Flags, widths and modifiers, and numbers that are no date. */
static void odd_dates(int i)
{
	struct tm t = {(int)below(61), (int)below(60), (int)below(24), (int)below(32), (int)below(12), (int)below(300), (int)below(7), (int)below(366), 0};
	if (!below(3)) t.tm_year = (int[]){-1900, -1895, -2000, 8100, 10000, -1901, 8099}[below(7)];
	if (!below(4)) t.tm_mon = (int)below(40) - 10;
	if (!below(4)) t.tm_wday = (int)below(20) - 5;
	if (!below(4)) t.tm_mday = -(int)below(30);
	if (!below(4)) t.tm_hour = (int)below(80) - 20;
	char f[24] = "%", out[200], *p = f + 1;
	while (!below(3)) *p++ = "_-0^#+"[below(6)];
	if (!below(3)) p += sprintf(p, "%u", below(16));
	if (!below(8)) *p++ = "EO"[below(2)];
	*p++ = "aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%QvLi"[below(44)];
	strcpy(p, below(8) ? ">" : "");
	size_t n = strftime(out, below(5) ? 150 : below(12), f, &t);
	printf("date %d ", i); show(f); printf(" %zu ", n); if (n) show(out); done();
	if (t.tm_year < 7000) { show(asctime(&t)); done(); }
	wchar_t wf[24], wide[100];
	for (size_t k = 0; k <= strlen(f); k++) wf[k] = f[k];
	if ((unsigned)t.tm_mon > 11 || (unsigned)t.tm_wday > 6) return;
	n = wcsftime(wide, 100, wf, &t);
	printf(" %zu %d %d", n, n ? (int)wide[0] : 0, n ? (int)wide[n - 1] : 0); done();
}

static void zones(void)
{
	static const char *const names[] = {"UTC", "", "UTC0", "AAA25", "AAA-3:70", "<+03>-3", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0"};
	printf("%d", tzname[0] != 0); done();
	for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
		setenv("TZ", names[k], 1);
		tzset();
		errno = 0;
		show(names[k]); show(tzname[0]); show(tzname[1]); printf(" %ld %d", timezone, daylight); done();
		for (time_t t = 1700000000; t < 1740000000; t += 7000000) {
			struct tm tm = *localtime(&t);
			printf("%d %d %d %d %ld ", tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_isdst, tm.tm_gmtoff); show(tm.tm_zone); printf(" %ld", (long)mktime(&tm)); done();
			if (!daylight) {
				tm.tm_isdst = 1;
				printf(" %ld", (long)mktime(&tm)); printf(" %d %d", tm.tm_hour, tm.tm_isdst); done();
			}
		}
	}
	setenv("TZ", "UTC0", 1);
	tzset();
}

int main(void)
{
	setenv("TZ", "UTC0", 1);
	tzset();
	time_t zero = 0;
	localtime(&zero);
	gmtime(&zero);
	errno = 0;
	const char *directives = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";
	for (int i = 0; i < COUNT; i++) {
		time_t t = below(2) ? (time_t)below(2000000000) : (time_t)(int)any_number();
		struct tm tm = *gmtime(&t);
		char out[200], f[12];
		printf("%ld %d-%d-%d %d:%d:%d %d %d %d ", (long)t, tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_wday, tm.tm_yday, tm.tm_isdst); show(tm.tm_zone);
		printf(" %ld", (long)timegm(&tm)); show(asctime(&tm)); done();
		tm = *localtime(&t); show(tm.tm_zone); printf(" %ld", (long)mktime(&tm)); show(ctime(&t)); done();
		for (int k = 0; k < 6; k++) {
			sprintf(f, "<%%%s%c>", "", directives[below(strlen(directives))]);
			memset(out, 'x', sizeof out);
			size_t n = strftime(out, below(4) ? 100 : below(8), f, &tm);
			show(f); printf(" %zu ", n); if (n) show(out);
		}
		done();
		struct tm odd = {(int)below(200) - 60, (int)below(200) - 60, (int)below(60) - 20, (int)below(80) - 20, (int)below(40) - 12, (int)below(200), 0, 0, 0};
		printf(" %ld", (long)mktime(&odd)); printf(" %d-%d-%d %d:%d:%d %d %d", odd.tm_year, odd.tm_mon, odd.tm_mday, odd.tm_hour, odd.tm_min, odd.tm_sec, odd.tm_wday, odd.tm_yday); done();
		printf(" %g", difftime(t, 1000)); done();
	}
	for (int i = 0; i < 5 * COUNT; i++) odd_dates(i);
	struct tm late = {.tm_year = 8100, .tm_mday = 1};
	char text[40];
	show(asctime(&late)); done();
	printf("%d", asctime_r(&late, text) != 0); done();
	zones();
	return 0;
}
