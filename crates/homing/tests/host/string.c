#include "calls.h"
char *dirname(char *), *__xpg_basename(char *);
#include <strings.h>
#include <unistd.h>

static void paths(int i)
{
	char s[12], copy[12], *p;
	any_text(s, 8, "//ab.");
	strcpy(copy, s); printf("path %d ", i); show(s); p = dirname(copy); show(p); printf(" %d", p == copy); done();
	strcpy(copy, s); p = __xpg_basename(copy); show(p); if (*s) printf(" %ld", at(copy, p)); show(copy); done();
	strcpy(copy, s); p = (basename)(copy); show(p); done();
}

int main(void)
{
	char a[40] = "", b[40] = "", c[80] = "", w[40] = "";
	const char *of[] = {"ab", "abc ", "aAbB1", "a,;: ", "09a.", "\200\377a"};
	for (int i = 0; i < COUNT; i++) {
		const char *o = of[below(6)];
		any_text(a, 12, o);
		any_text(b, 4, o);
		int ch = o[below(strlen(o))], n = below(14);
		printf("%d ", i); show(a); show(b);
		printf(" %zu %zu %d %d %d %d %d", strlen(a), strnlen(a, n), sign(strcmp(a, b)), sign(strncmp(a, b, n)), sign(strcasecmp(a, b)), sign(strncasecmp(a, b, n)), sign(strcoll(a, b)));
		printf(" %ld %ld %ld %ld %ld %ld", at(a, strchr(a, ch)), at(a, strrchr(a, ch)), at(a, strchrnul(a, ch)), at(a, memchr(a, ch, strlen(a))), at(a, memrchr(a, ch, strlen(a))), at(a, rawmemchr(a, 0)));
		printf(" %ld %ld %ld %zu %zu", at(a, strstr(a, b)), at(a, strcasestr(a, b)), at(a, strpbrk(a, b)), strspn(a, b), strcspn(a, b));
		printf(" %ld %d %d", at(a, memmem(a, strlen(a), b, strlen(b))), sign(memcmp(a, b, strlen(b) < strlen(a) ? strlen(b) : strlen(a))), sign(strverscmp(a, b)));
		printf(" %ld %ld", at(a, index(a, ch)), at(a, rindex(a, ch)));
		done();
		memset(c, 'x', sizeof c);
		printf("%d", i); printf(" %ld ", at(c, stpcpy(c, a))); show_bytes(c, 16);
		memset(c, 'x', sizeof c); printf(" %ld ", at(c, stpncpy(c, a, n))); show_bytes(c, 16);
		memset(c, 'x', sizeof c); strncpy(c, a, n); show_bytes(c, 16);
		strcpy(c, b); strcat(c, a); show(c); strncat(c, b, n); show(c);
		memset(c, 'x', sizeof c); printf(" %ld ", at(c, memccpy(c, a, ch, strlen(a) + 1))); show_bytes(c, 16);
		memset(c, 'x', sizeof c); printf(" %ld ", at(c, mempcpy(c, a, 4))); show_bytes(c, 8);
		strcpy(c, a); memmove(c + 2, c, strlen(a) + 1); show(c);
		printf(" %zu ", strxfrm(w, a, sizeof w)); show(w);
		char *d = strdup(a), *e = strndup(a, n);
		show(d); show(e);
		free(d); free(e);
		done();
		strcpy(c, a);
		char *save = 0, *t = strtok_r(c, b, &save);
		printf("%d tok", i);
		for (int k = 0; k < 4; k++) { show(t); printf("@%ld", save ? at(c, save) : -2); t = strtok_r(0, b, &save); }
		strcpy(c, a);
		for (t = strtok(c, b); t; t = strtok(0, b)) show(t);
		strcpy(c, a);
		char *rest = c;
		for (int k = 0; k < 5; k++) show(strsep(&rest, b));
		
		
		strcpy(c, a); show(basename(c));
		printf(" %d %d %d", ffs((int)any_number()), ffsl((long)any_number()), ffsll(any_number()));
		swab(a, c, 4); show_bytes(c, 4);
		done();
	}
	for (int e = -2; e < 140; e++) {
		char buf[60] = "";
		printf("%d ", e); show(strerror(e)); show(strerror_r(e, buf, 30)); show(strerrorname_np(e)); show(strerrordesc_np(e));
		done();
	}
	for (int e = -1; e < 67; e++) { printf("signal %d ", e); show(strsignal(e)); show(sigabbrev_np(e)); show(sigdescr_np(e)); done(); }
	for (int i = 0; i < 2 * COUNT; i++) paths(i);
	return 0;
}
