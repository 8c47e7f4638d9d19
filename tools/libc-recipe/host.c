/* Run on the machine while the library is built: the texts of its own C library, which a native run of a program shows. */
#define _GNU_SOURCE
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void table(const char *name, int n, const char *(*text)(int))
{
	printf("static const char *const %s[] = {\n", name);
	for (int i = 0; i < n; i++) {
		const char *t = text(i);
		if (!t) printf("\t0,\n");
		else {
			printf("\t\"");
			for (; *t; t++) printf(*t == '"' || *t == '\\' ? "\\%c" : "%c", *t);
			printf("\",\n");
		}
	}
	printf("};\n");
}

static const char *error(int n) { return strerrordesc_np(n); }
static const char *error_name(int n) { return strerrorname_np(n); }
static const char *signal_text(int n) { return n ? sigdescr_np(n) : 0; }
static const char *signal_name(int n) { return n ? sigabbrev_np(n) : 0; }

static const char *host_error(int n) { return hstrerror(n); }
static const char *address_error(int n) { return gai_strerror(-n); }
static const char *setting(int n)
{
	static char text[2000];
	text[0] = 0;
	return confstr(n, text, sizeof text) ? text : 0;
}

int main(void)
{
	table("errors", 134, error);
	table("error_names", 134, error_name);
	table("signals", 32, signal_text);
	table("signal_names", 32, signal_name);
	table("host_errors", 5, host_error);
	table("address_errors", 110, address_error);
	table("settings", 6, setting);
	return 0;
}
