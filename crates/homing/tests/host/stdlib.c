#include "calls.h"
#include <wchar.h>

struct item { signed char key; unsigned char place; short pad; };
static int compared;
static int by_key(const void *a, const void *b) { compared++; return ((const struct item *)a)->key - ((const struct item *)b)->key; }
static int by_key_and(const void *a, const void *b, void *x) { return *(int *)x * by_key(a, b); }

static void numbers(int i)
{
	char s[64];
	const char *of[] = {"0123456789", "0x1fFg", " \t-+019", "0b1o7", "zZ9a0", "1.e5-+", "naif ty"};
	any_text(s, below(4) ? 8 : 30, of[below(7)]);
	if (!below(6)) snprintf(s, sizeof s, "%lld", any_number());
	int base = below(3) ? (int[]){0, 10, 16, 8, 2, 36}[below(6)] : (int)below(40) - 1;
	char *e;
	long l;
	printf("%d ", i); show(s); printf(" base %d", base);
	e = s; l = strtol(s, &e, base); printf(" %ld@%ld", l, at(s, e)); done();
	e = s; printf(" %lu", strtoul(s, &e, base)); printf("@%ld", at(s, e)); done();
	e = s; printf(" %lld", strtoll(s, &e, base)); printf("@%ld", at(s, e)); done();
	e = s; printf(" %llu", strtoull(s, &e, base)); printf("@%ld", at(s, e)); done();
	printf(" %d %ld %lld", atoi(s), atol(s), atoll(s)); done();
	e = s + 3; l = strtol(s, &e, base < 5 ? base : 41 - base); printf(" %ld@%ld", l, at(s, e)); done();
	e = s; double d = strtod(s, &e); printf(" %a@%ld", d, at(s, e)); done();
	e = s; float f = strtof(s, &e); printf(" %a@%ld", f, at(s, e)); done();
	e = s; long double g = strtold(s, &e); printf(" %d %a@%ld", g == (long double)(double)g, (double)g, at(s, e)); done();
	printf(" %a", atof(s)); done();
	printf(" %ld ", a64l(s)); show(l64a((long)any_number() & 0x7fffffff)); done();
}

/* Numbers about the ends of what there is, and what is no number. */
static void ends(int i)
{
	static const char *const texts[] = {"4.9e-324", "2.4703282292062328e-324", "2.4703282292062327e-324", "2e-324", "1e-45", "7e-46", "1e-310", "2.2250738585072014e-308", "1.7976931348623159e308",
		"3.4028236e38", "0x1p1024", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.00000000000001p-1060", "0x1p-1060", "0x1.fffffffffffff8p1023", "0x1p128", "0x1p-149", "0x1.1p-149",
		"-nan", "nan", "NAN()", "-nan(", "-inf", "+infinityx", "0x", "0x.", "1e", "1e+"};
	const char *s = texts[i % (sizeof texts / sizeof *texts)];
	char *e;
	show(s);
	double d = strtod(s, &e); printf(" %a %d@%ld", d, !!__builtin_signbit(d), at(s, e)); done();
	float f = strtof(s, &e); printf(" %a %d@%ld", f, !!__builtin_signbitf(f), at(s, e)); done();
	long double l = strtold(s, &e); printf(" %La %d@%ld", l, !!__builtin_signbitl(l), at(s, e)); done();
	wchar_t w[40], *we;
	for (size_t k = 0; k <= strlen(s); k++) w[k] = s[k];
	d = wcstod(w, &we); printf(" %a %d@%ld", d, !!__builtin_signbit(d), (long)(we - w)); done();
	we = w; printf(" %ld@%ld", wcstol(w, &we, 37), (long)(we - w)); done();
}

static void sorting(int i)
{
	struct item v[40];
	int n = below(40), minus = -1;
	for (int k = 0; k < n; k++) v[k] = (struct item){(signed char)below(below(2) ? 5 : 100), (unsigned char)k, 0};
	compared = 0;
	if (below(2)) qsort(v, n, sizeof *v, by_key);
	else qsort_r(v, n, sizeof *v, by_key_and, &minus);
	printf("sort %d %d:", i, compared);
	for (int k = 0; k < n; k++) printf(" %d/%d", v[k].key, v[k].place);
	qsort(v, n, sizeof *v, by_key);
	struct item key = {(signed char)below(6), 0, 0}, *found = bsearch(&key, v, n, sizeof *v, by_key);
	printf(" found %ld", found ? (long)(found - v) : -1);
	done();
}

static void at_random(int i)
{
	unsigned seed = (unsigned)any_number();
	unsigned short x[3] = {(unsigned short)chance(), (unsigned short)chance(), (unsigned short)chance()};
	if (i) srand(seed);
	printf("rand %d", i);
	for (int k = 0; k < 40; k += 8) printf(" %d %ld", rand(), random());
	printf(" r %d %d", rand_r(&seed), rand_r(&seed));
	if (i) srand48(seed);
	printf(" %a %ld %ld %a %ld %ld", drand48(), lrand48(), mrand48(), erand48(x), nrand48(x), jrand48(x));
	unsigned short *old = seed48(x);
	printf(" %d %d %d %ld", old[0], old[1], old[2], lrand48());
	srandom((unsigned)any_number());
	printf(" %ld", random());
	done();
}

int main(void)
{
	for (int i = 0; i < COUNT; i++) numbers(i);
	for (int i = 0; i < 30; i++) ends(i);
	for (int i = 0; i < COUNT / 4 + 2; i++) sorting(i);
	for (int i = 0; i < COUNT / 4 + 2; i++) at_random(i);
	for (int i = 0; i < COUNT; i++) {
		int a = (int)any_number(), b = (int)below(50) - 25;
		if (!b || a == INT_MIN) continue;
		div_t d = div(a, b);
		ldiv_t l = ldiv(a, b);
		lldiv_t q = lldiv(a, b);
		printf("div %d %d: %d %d %ld %ld %lld %lld %d %ld %lld", a, b, d.quot, d.rem, l.quot, l.rem, q.quot, q.rem, abs(a), labs(a), llabs(a));
		done();
	}
	for (int i = 0; i < COUNT; i++) {
		char value[12], name[6];
		any_text(name, 3, "AB=");
		any_text(value, 8, "xyz");
		printf("env "); show(name); printf(" %d ", setenv(name, value, below(2))); show(getenv(name)); show(getenv("A")); printf(" %d", unsetenv(below(3) ? "A" : name)); show(getenv("A"));
		done();
		char *tokens[] = {"ro", "rw", "size", 0}, sub[20], *v = 0, *s = sub;
		any_text(sub, 4, "x,=");
		strcat(sub, (const char *[]){"ro,size=3", "rw", "size", ",nope=1"}[below(4)]);
		while (*s) { printf(" %d", getsubopt(&s, tokens, &v)); show(v); printf("@%ld", at(sub, s)); }
		done();
	}
	char *first = l64a(12345); show(l64a(0)); show(first); done();
	printf("%d %ld", MB_CUR_MAX == 1, (long)RAND_MAX);
	done();
	return 0;
}
