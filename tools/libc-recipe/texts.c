/* Texts for errors and signals, as the machine's own library has them (host-texts.h is made by host.c). */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#define strerror_r posix_strerror_r
#include <string.h>
#undef strerror_r
#include "host-texts.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

const char *strerrordesc_np(int n) { return n >= 0 && n < COUNT(errors) ? errors[n] : 0; }
const char *strerrorname_np(int n) { return n >= 0 && n < COUNT(error_names) ? error_names[n] : 0; }
const char *sigdescr_np(int n) { return n > 0 && n < COUNT(signals) ? signals[n] : 0; }
const char *sigabbrev_np(int n) { return n > 0 && n < COUNT(signal_names) ? signal_names[n] : 0; }

char *strerror(int n)
{
	static char unknown[40];
	const char *s = strerrordesc_np(n);
	if (s) return (char *)s;
	snprintf(unknown, sizeof unknown, "Unknown error %d", n);
	return unknown;
}

char *__strerror_l(int n, locale_t l) { return strerror(n); }
char *strerror_l(int n, locale_t l) { return strerror(n); }

int __xpg_strerror_r(int n, char *to, size_t size)
{
	const char *s = strerror(n);
	size_t length = strlen(s);
	if (size) {
		size_t most = length < size ? length : size - 1;
		memcpy(to, s, most);
		to[most] = 0;
	}
	if (!strerrordesc_np(n)) return EINVAL;
	return length < size ? 0 : ERANGE;
}

/* A program that includes the host's headers means the GNU form by this name, unless it asks for POSIX alone. */
char *strerror_r(int n, char *to, size_t size)
{
	const char *s = strerrordesc_np(n);
	if (s) return (char *)s;
	snprintf(to, size, "Unknown error %d", n);
	return to;
}

char *strsignal(int n)
{
	static char unknown[40];
	const char *s = sigdescr_np(n);
	if (s) return (char *)s;
	if (n >= 34 && n <= 64) snprintf(unknown, sizeof unknown, "Real-time signal %d", n - 34);
	else snprintf(unknown, sizeof unknown, "Unknown signal %d", n);
	return unknown;
}
