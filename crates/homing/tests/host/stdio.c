#include "calls.h"
#include <fcntl.h>
#include <unistd.h>
#include <wchar.h>

/* A directive at random with an argument that fits. */
static void formats(int i)
{
	char f[40] = "<%", out[400];
	char *p = f + 2;
	const char *conversions = "diouxXcsdiuxpeEfFgGaA";
	char c = conversions[below(strlen(conversions))];
	for (int k = below(3); k > 0; k--) *p++ = c == 'p' ? '-' : "-+ #0"[below(5)];
	if (below(2)) p += sprintf(p, "%u", below(20));
	if (below(2)) p += sprintf(p, ".%u", below(12));
	int size = below(6), n;
	const char *sizes[] = {"", "hh", "h", "l", "ll", "j"};
	if (strchr("diouxX", c)) p = stpcpy(p, sizes[size]);
	*p++ = c;
	strcpy(p, ">");
	long long v = any_number();
	printf("%d ", i); show(f);
	memset(out, 'x', sizeof out);
	size_t room = below(4) ? sizeof out : below(10);
	if (strchr("diouxX", c)) n = size < 3 ? snprintf(out, room, f, (int)v) : size == 3 ? snprintf(out, room, f, (long)v) : snprintf(out, room, f, v);
	else if (c == 'c') n = snprintf(out, room, f, (int)(v & 127));
	else if (c == 's') n = snprintf(out, room, f, below(5) ? "some text" : (char *)0);
	else if (c == 'p') n = snprintf(out, room, f, (void *)(below(2) ? (uintptr_t)v : 0));
	else {
		double d = below(4) ? (double)v / (1 + below(1000)) : (double[]){0.0, -0.0, 1.0 / 0.0, -1.0 / 0.0, 1e300, 1e-300, 5e-324, 0.5, 1.5, 2.5}[below(10)];
		n = snprintf(out, room, f, d);
	}
	printf(" %d ", n); show_bytes(out, room ? room > 60 ? strlen(out) : room : 4);
	done();
}

/* Floating-point numbers as hexadecimal ones, the smallest of all and those of other formats with them. */
static void hexadecimal(int i)
{
	char out[80];
	uint64_t bits = chance() & (below(3) ? ~0ull : 0xfffffffffffffull) & ~0ull << below(53);
	double d;
	memcpy(&d, &bits, sizeof d);
	if (d != d) d = 1;
	long double l = (long double)chance() * (below(2) ? 1 : 0x1p-16000L) * (below(4) ? 1 : 0x1p-445L);
	int p = (int)below(22) - 3;
	printf("hex %d %d", i, p);
	if (p < 0) printf(" %d", snprintf(out, sizeof out, "%a|%#20A|%020a", d, d, d));
	else printf(" %d", snprintf(out, sizeof out, "%.*a|%-30.*A", p, d, p, d));
	show(out);
	if (p < 0) printf(" %d", snprintf(out, sizeof out, "%La|%+.3LA", l, -l));
	else printf(" %d", snprintf(out, sizeof out, "%.*La|%#.*La", p, l, p, l));
	show(out);
	wchar_t wide[80];
	printf(" %d %d", swprintf(wide, 80, L"%.3a %La", d, l), (int)wide[3]);
	done();
}

/* What `scanf` makes of odd directives and of numbers that do not fit. */
static void odd_scans(int i)
{
	static const char *const texts[] = {"0x", "0X", "-0x", "0xg", "0x 7", "0", "08", "99999999999999999999", "-99999999999999999999", "9223372036854775807", "-9223372036854775808",
		"9223372036854775808", "18446744073709551615", "18446744073709551616", "he", "h", "hello", "(nil)", "(NIL)x", "(nix", "0x1f", "1,234", "-", "+", "-x", "a-c", "1 2", ""};
	static const char *const directives[] = {"%i", "%x", "%d", "%u", "%ld", "%lu", "%lld", "%llu", "%hd", "%hhd", "%hhu", "%zd", "%jd", "%qd", "%Ld", "%o", "%lx", "%'d", "%'ld", "%2i", "%3i", "%p", "%4p", "%3c", "%9c", "%[c-a]", "%[a-c]", "%*d", "%Id"};
	const char *text = texts[below(sizeof texts / sizeof *texts)], *directive = directives[below(sizeof directives / sizeof *directives)];
	char f[20];
	unsigned char out[24];
	int n = -7, got;
	memset(out, 0x55, sizeof out);
	snprintf(f, sizeof f, "%s%%n", directive);
	printf("odd %d ", i); show(text); show(f);
	if (strchr(f, '*')) got = sscanf(text, f, &n);
	else got = sscanf(text, f, out, &n);
	printf(" %d %d ", got, n); show_bytes((char *)out, 12); done();
	wchar_t wtext[40], wf[20];
	if (strchr(f, '[')) return;
	for (size_t k = 0; k <= strlen(text); k++) wtext[k] = text[k];
	for (size_t k = 0; k <= strlen(f); k++) wf[k] = f[k];
	memset(out, 0x55, sizeof out);
	n = -7;
	if (strchr(f, '*')) got = swscanf(wtext, wf, &n);
	else got = swscanf(wtext, wf, out, &n);
	printf(" wide %d %d ", got, n); show_bytes((char *)out, 12); done();
	FILE *file = fopen("numbers", "w+");
	fputs(text, file);
	rewind(file);
	n = -7;
	if (strchr(f, '*')) got = fscanf(file, f, &n);
	else got = fscanf(file, f, out, &n);
	printf(" file %d %d %d", got, n, fgetc(file)); done();
	fclose(file);
}

static void scans(int i)
{
	char in[30], word[30] = "word", set[30] = "set";
	int a = 77, b = 77, n = 77, got;
	unsigned char small = 77;
	long l = 77;
	double d = 77;
	float f = 77;
	const char *of[] = {"0123456789 ", "12 -x", "0x1fg ", "ab,1 ", "1.5-+ ", " \t1a"};
	any_text(in, 12, of[below(6)]);
	printf("scan %d ", i); show(in);
	switch (below(10)) {
	case 0: got = sscanf(in, "%d %d%n", &a, &b, &n); break;
	case 1: got = sscanf(in, "%x,%o", &a, &b); break;
	case 2: got = sscanf(in, "%3d%2d", &a, &b); break;
	case 3: got = sscanf(in, "%s %d", word, &a); break;
	case 4: got = sscanf(in, "%5[0-9ab]%n%c", set, &n, (char *)&small); break;
	case 5: got = sscanf(in, "%lf%f", &d, &f); break;
	case 6: got = sscanf(in, "%i %hhu %ld", &a, &small, &l); break;
	case 7: got = sscanf(in, "%*d %d", &a); break;
	case 8: got = sscanf(in, "%[^,],%c", set, (char *)&small); break;
	default: got = sscanf(in, "a%db%n", &a, &n); break;
	}
	printf(" %d: %d %d %d %d %ld %a %a ", got, a, b, n, small, l, d, f); show(word); show(set);
	done();
}

static void streams(int i)
{
	char buf[64] = "", *line = 0;
	size_t room = below(3) ? 0 : 5;
	if (room) line = malloc(room);
	FILE *f = fopen("scratch", (const char *[]){"w+", "w", "r+", "a+", "rw", "x", "wx", "r"}[below(8)]);
	printf("stream %d %d", i, f != 0); done();
	if (!f) { free(line); return; }
	any_text(buf, 40, "abc\n\n");
	printf(" %d", fputs(buf, f)); done();
	printf(" %d", fputc((int)any_number(), f)); done();
	printf(" %d", fprintf(f, "%s %d\n", buf, i)); done();
	printf(" %zu", fwrite(buf, 2, 3, f)); done();
	printf(" %ld", ftell(f)); done();
	printf(" %d", fseek(f, (long)below(40) - 10, below(3))); done();
	printf(" %d", fgetc(f)); done();
	if (ftell(f) > 0 && !ferror(f)) { printf(" %d", ungetc('Z', f)); done(); }
	memset(buf, 'x', sizeof buf); char *g = fgets(buf, 1 + below(20), f); show(g); done();
	printf(" %d %d", !!feof(f), !!ferror(f)); done();
	rewind(f);
	for (int k = 0; k < 6; k++) {
		ssize_t n = getline(&line, &room, f);
		printf(" %zd/%zu", n, room); if (n > 0) show(line); done();
	}
	clearerr(f);
	printf(" %d", fseek(f, 0, SEEK_END)); printf(" %ld", ftell(f)); done();
	rewind(f);
	int x = 77; printf(" %d", fscanf(f, "%*[a-c]%d", &x)); printf(" %d", x); done();
	printf(" %zu", fread(buf, 3, 4, f)); done();
	printf(" %d", fflush(f)); done();
	printf(" %d", fclose(f)); done();
	free(line);
}

int main(void)
{
	for (int i = 0; i < COUNT; i++) formats(i);
	for (int i = 0; i < COUNT; i++) scans(i);
	for (int i = 0; i < COUNT; i++) hexadecimal(i);
	for (int i = 0; i < 4 * COUNT; i++) odd_scans(i);
	remove("numbers");
	for (int i = 0; i < COUNT / 4 + 1; i++) streams(i);
	printf(" %d", remove("scratch")); done();
	printf(" %d", remove("scratch")); done();
	printf(" %d %d %d", puts("four"), putchar(300), printf("%s %.3s %p %.9s\n", (char *)0, (char *)0, (void *)0, (char *)0)); done();
	printf(" %d", fputs("x", stdout)); done();
	printf("%d", fdopen(99, "r") != 0); done();
	int fd = open("scratch", O_CREAT | O_WRONLY, 0644);
	FILE *f = fdopen(fd, "r");
	printf("%d", f != 0); done();
	f = fdopen(fd, "q"); printf("%d", f != 0); done();
	f = fdopen(fd, "w"); printf("%d", f != 0); done();
	printf("%d", fgetc(f)); printf(" %d %d", !!ferror(f), !!feof(f)); done();
	fclose(f);
	printf("%d", fopen("nowhere/x", "w") != 0); done();
	char *text; size_t n;
	f = open_memstream(&text, &n);
	fprintf(f, "%d-%s", 12, "ab"); fflush(f); show(text); printf(" %zu", n); fputc('Q', f); fclose(f); show(text); printf(" %zu", n); done();
	free(text);
	char room[10] = "123456789";
	f = fmemopen(room, 10, "r+"); printf("%d", fgetc(f)); fseek(f, 3, SEEK_SET); fputs("ab", f); fclose(f); show_bytes(room, 10); done();
	char *made; printf("%d", asprintf(&made, "%05d|%-4s|%c", 42, "x", 'y')); show(made); free(made); done();
	errno = 2; printf("%m|%%|%5d%n|\n", 3, (int *)&n); done();
	printf("%1$s %2$d %1$s\n", "twice", 5); done();
	char name[40] = "/tmp/abXXXXXX"; fd = mkstemp(name); printf("%d %zu", fd >= 0, strlen(name)); done(); close(fd); unlink(name);
	printf("%d %d", BUFSIZ, EOF); done();
	printf("%d", snprintf(room, (size_t)1 << 31, "%d", 5)); show(room); printf("%d", snprintf(room, SIZE_MAX, "abc")); show(room); done();
	printf("%d", snprintf(room, 10, "%2147483648d", 1)); done();
	printf("%d", snprintf(room, 10, "%.99999999999s", "a")); done();
	printf("%d", snprintf(room, 10, "%*d", INT_MIN, 1)); done();
	f = fopen("scratch", "w+"); fputs("12345", f); rewind(f); printf("%d", fgetc(f)); printf(" %d", fputc('Q', f)); rewind(f); printf(" %d", fgetc(f)); printf(" %d", fgetc(f)); done();
	fclose(f);
	int out = dup(1), r[5];
	fflush(stdout);
	close(1);
	r[0] = puts("lost"); r[1] = fputs("lost\n", stdout); r[2] = printf("lost\n"); r[3] = putchar('\n'); r[4] = errno;
	dup2(out, 1);
	for (int k = 0; k < 5; k++) printf(" %d", r[k]);
	done();
	return 0;
}
