#include "calls.h"
#include <wchar.h>
#include <wctype.h>

static void show_wide(const wchar_t *s, size_t n) { printf("<"); for (size_t i = 0; i < n && (n != (size_t)-1 || s[i]); i++) printf("%x,", (unsigned)s[i]); printf(">"); }
static long place(const wchar_t *base, const wchar_t *p) { return p ? (long)(p - base) : -1; }

static void multibyte(int i)
{
	char s[16], back[40];
	wchar_t w[16] = {7, 7, 7, 7, 7, 7, 7, 7}, one = 7;
	const char *of[] = {"ab", "a\200\377", "\303\244a", "x\001"};
	any_text(s, 5, of[below(4)]);
	int n = below(6), c = (int)below(400) - 2;
	mbstate_t st = {0};
	printf("%d ", i); show(s);
	printf(" %d", n && n > (int)strlen(s) + 1 ? 0 : mbtowc(&one, s, n)); printf(" %x", (unsigned)one); done();
	printf(" %d", n > (int)strlen(s) + 1 ? 0 : mblen(s, n)); done();
	printf(" %d %d", mbtowc(0, 0, 0), mblen(0, 0)); done();
	one = 7; printf(" %ld", (long)mbrtowc(&one, s, n > (int)strlen(s) + 1 ? 1 : n, &st)); printf(" %x %d", (unsigned)one, mbsinit(&st)); done();
	memset(&st, 0, sizeof st); printf(" %ld", (long)mbrlen(s, 1, &st)); done();
	printf(" %ld", (long)mbstowcs(w, s, n)); show_wide(w, 8); done();
	printf(" %ld", (long)mbstowcs(0, s, 0)); done();
	const char *src = s; memset(&st, 0, sizeof st);
	printf(" %ld", (long)mbsrtowcs(w, &src, 8, &st)); printf("@%ld", src ? at(s, src) : -2); done();
	src = s; memset(&st, 0, sizeof st); printf(" %ld", (long)mbsnrtowcs(w, &src, strlen(s), 8, &st)); printf("@%ld", src ? at(s, src) : -2); done();
	printf(" %d", (int)btowc(c)); printf(" %d", wctob(c)); done();
	memset(back, 'x', sizeof back); printf(" %d", wctomb(back, c)); show_bytes(back, 5); done();
	memset(back, 'x', sizeof back); memset(&st, 0, sizeof st); printf(" %ld", (long)wcrtomb(back, c, &st)); show_bytes(back, 5); done();
	wchar_t q[6] = {'a', (wchar_t)(below(3) ? 'b' : 200), 'c', 0};
	memset(back, 'x', sizeof back); printf(" %ld", (long)wcstombs(back, q, below(6))); show_bytes(back, 8); done();
	const wchar_t *from = q; memset(&st, 0, sizeof st); memset(back, 'x', sizeof back);
	printf(" %ld", (long)wcsrtombs(back, &from, below(6), &st)); show_bytes(back, 8); printf("@%ld", from ? place(q, from) : -2); done();
	memset(back, 'x', sizeof back);
	printf(" %d", snprintf(back, 20, "%ls|%lc", q, (wint_t)c)); done();
}

static wchar_t *any_wide(wchar_t *to, unsigned most, const char *of)
{
	char s[40];
	any_text(s, most, of);
	for (int i = 0; (to[i] = (unsigned char)s[i]); i++)
		if (to[i] == '9') to[i] = 300;
	return to;
}

static void strings(int i)
{
	wchar_t a[40], b[40], c[80];
	const char *of[] = {"ab", "aAbB1", "a,; ", "09a.x-"};
	const char *o = of[below(4)];
	any_wide(a, 10, o); any_wide(b, 4, o);
	wchar_t ch = o[below(strlen(o))];
	int n = below(12);
	size_t shorter = wcslen(a) < wcslen(b) ? wcslen(a) : wcslen(b);
	printf("w%d ", i); show_wide(a, -1); show_wide(b, -1);
	printf(" %zu %zu %d %d %d %d %d", wcslen(a), wcsnlen(a, n), sign(wcscmp(a, b)), sign(wcsncmp(a, b, n)), sign(wcscasecmp(a, b)), sign(wcsncasecmp(a, b, n)), sign(wcscoll(a, b)));
	printf(" %ld %ld %ld %ld %ld %zu %zu", place(a, wcschr(a, ch)), place(a, wcsrchr(a, ch)), place(a, wcsstr(a, b)), place(a, wcspbrk(a, b)), place(a, wmemchr(a, ch, wcslen(a))), wcsspn(a, b), wcscspn(a, b));
	printf(" %d %d", sign(wmemcmp(a, b, shorter)), wcswidth(a, n)); done();
	wcscpy(c, b); wcscat(c, a); show_wide(c, -1); wcsncat(c, b, n); show_wide(c, -1);
	wmemset(c, 'x', 20); wcsncpy(c, a, n); show_wide(c, 14); printf(" %ld", place(c, wcpcpy(c, a)));
	wchar_t *save = 0, *t; wcscpy(c, a);
	for (t = wcstok(c, b, &save); t; t = wcstok(0, b, &save)) show_wide(t, -1);
	wchar_t *e; int base = (int[]){0, 10, 16, 36}[below(4)];
	e = a; printf(" %ld", wcstol(a, &e, base)); printf("@%ld", place(a, e)); done();
	e = a; printf(" %llu", wcstoull(a, &e, base)); printf("@%ld", place(a, e)); done();
	e = a; printf(" %a", wcstod(a, &e)); printf("@%ld", place(a, e)); done();
	printf(" %d", swprintf(c, 40, L"%d %ls", (int)any_number(), L"ab")); done();
	show_wide(c, 3);
	int x = 77, y = 77;
	printf(" %d", swscanf(c, L"%d %x", &x, &y)); printf(" %d %d", x, y); done();
}

int main(void)
{
	for (int i = 0; i < COUNT; i++) multibyte(i);
	for (int i = 0; i < COUNT; i++) strings(i);
	return 0;
}
