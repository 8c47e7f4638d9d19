#include "calls.h"
#include <time.h>

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
	return 0;
}
