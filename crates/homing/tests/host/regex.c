#include "calls.h"
#include <fnmatch.h>
#include <glob.h>
#include <regex.h>
#include <sys/stat.h>

static void any_pattern(char *to, int depth, const char *of)
{
	int n = 1 + below(4);
	for (int i = 0; i < n; i++) {
		switch (below(depth ? 9 : 7)) {
		case 0: *to++ = '.'; break;
		case 1: to = stpcpy(to, (const char *[]){"[ab]", "[^a]", "[a-c]", "[[:digit:]]"}[below(4)]); break;
		case 7: case 8: *to++ = '('; any_pattern(to, depth - 1, of); to += strlen(to); if (below(2)) { *to++ = '|'; any_pattern(to, 0, of); to += strlen(to); } *to++ = ')'; break;
		default: *to++ = of[below(strlen(of))];
		}
		if (!below(3)) to = stpcpy(to, (const char *[]){"*", "+", "?", "{2}", "{1,2}", "{0,}"}[below(6)]);
	}
	*to = 0;
}

int main(void)
{
	char p[300], s[20];
	for (int i = 0; i < COUNT; i++) {
		regex_t r;
		regmatch_t m[3];
		int extended = below(2);
		if (extended) any_pattern(p + 1, 1, "abc1");
		else { any_text(p + 1, 6, "ab.*c1"); if (p[1] == '*') p[1] = 'a'; if (!p[1]) strcpy(p + 1, "a"); for (char *q = p + 1; *q; q++) if (q[0] == '*' && q[1] == '*') q[1] = 'b'; }
		p[0] = '^';
		char *use = below(2) ? p : p + 1;
		if (below(3) == 0) strcat(p, "$");
		int flags = (extended ? REG_EXTENDED : 0) | (below(4) ? 0 : REG_ICASE) | (below(6) ? 0 : REG_NEWLINE);
		int made = regcomp(&r, use, flags | (below(4) ? 0 : REG_NOSUB));
		printf("%d ", i); show(use); printf(" %d %d", flags, made);
		if (made) { done(); continue; }
		for (int k = 0; k < 4; k++) {
			any_text(s, 6, "abc1A\n");
			m[0].rm_so = m[0].rm_eo = 77;
			int hit = regexec(&r, s, below(2), m, below(4) ? 0 : REG_NOTBOL);
			show(s); printf("%d", hit);
			if (!hit) printf("@%d-%d", (int)m[0].rm_so, (int)m[0].rm_eo);
		}
		regfree(&r);
		done();
	}
	for (int i = 0; i < COUNT * 3; i++) {
		any_text(p, 6, "ab*?[a]-!.\\");
		any_text(s, 6, "ab.[]-/");
		int flags = below(3) ? 0 : (int[]){FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD}[below(4)];
		int balanced = !strchr(p, '[') || (strchr(strchr(p, '[') + 2 > p + strlen(p) ? p + strlen(p) : strchr(p, '[') + 2, ']') && !strchr(strchr(p, '[') + 1, '['));
		if (!balanced || (*p && p[strlen(p) - 1] == '\\') || (strchr(p, '[') && strchr(p, '\\'))) continue;
		printf("fn "); show(p); show(s); printf(" %d %d", flags, fnmatch(p, s, flags)); done();
	}
	mkdir("folder", 0755);
	for (int k = 0; k < 5; k++) fclose(fopen((const char *[]){"folder/a", "folder/ab", "folder/b", "folder/.h", "folder/c.c"}[k], "w"));
	const char *globs[] = {"folder/*", "folder/a*", "folder/[bc]*", "folder/.*h", "nothing*", "folder/?", "*", "folder", "folder/*.c", "fo*/a"};
	for (int i = 0; i < 10; i++)
		for (int k = 0; k < 4; k++) {
			glob_t g = {0};
			int flags = (int[]){0, GLOB_MARK, GLOB_NOCHECK, GLOB_NOSORT}[k];
			int got = glob(globs[i], flags, 0, &g);
			printf("glob %s %d: %d %zu", globs[i], flags, got, got ? 0 : (size_t)g.gl_pathc);
			if (!got && k != 3) for (size_t j = 0; j < g.gl_pathc; j++) show(g.gl_pathv[j]);
			if (!got) globfree(&g);
			done();
		}
	return 0;
}
