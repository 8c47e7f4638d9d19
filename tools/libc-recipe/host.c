/* Run on the machine while the library is built: the texts of its own C library, which a native run of a program shows. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

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

int main(void)
{
	table("errors", 134, error);
	table("error_names", 134, error_name);
	table("signals", 32, signal_text);
	table("signal_names", 32, signal_name);
	return 0;
}
