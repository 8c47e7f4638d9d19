#include "calls.h"
#include <getopt.h>

static int flagged;
static const struct option names[] = {
	{"add", no_argument, 0, 'a'}, {"append", no_argument, 0, 1}, {"delete", required_argument, 0, 'd'}, {"file", optional_argument, 0, 'f'},
	{"flag", no_argument, &flagged, 9}, {"fl", no_argument, &flagged, 9}, {"ab", required_argument, 0, 2}, {"b", no_argument, 0, 3}, {0, 0, 0, 0}};

int main(int argc, char **argv)
{
	const char *words[] = {"-a", "-b", "-ab", "-c", "-cx", "-o", "-ox", "--", "-", "x", "y", "file", "--add", "--ad", "--a", "--append", "--delete", "--delete=1",
		"--del", "--file", "--file=2", "--fi=", "--fl", "--flag", "--fla=3", "--nope", "--nope=4", "-add", "-delete", "-b=1", "-W", "-Wadd", "-W", "file=7", "-:", "-;", "-abc", "-acx", "-z", "-az", "", "--=", "---"};
	const char *letters[] = {"abc:o::", "+abc:o::", "-abc:o::", ":abc:o::", "+:abc:o::", "abW;c:", "-:aW;", "", "a", "d:f:b"};
	for (int i = 0; i < COUNT * 5; i++) {
		char *v[10], copy[10][20];
		int n = 1 + below(7), longs = below(4);
		const char *how = letters[below(10)];
		v[0] = "prog";
		for (int k = 1; k < n; k++) v[k] = strcpy(copy[k], words[below(sizeof words / sizeof *words)]);
		v[n] = 0;
		if (!below(8)) setenv("POSIXLY_CORRECT", "1", 1);
		else unsetenv("POSIXLY_CORRECT");
		optind = 0;
		opterr = below(4) != 0;
		flagged = 0;
		optopt = 5;
		printf("%d %s %d:", i, how, longs);
		for (int k = 0; k < n; k++) printf(" %s", v[k]);
		printf("\n");
		fflush(stdout);
		for (int k = 0; k < 12; k++) {
			int index = 77;
			int c = longs == 0 ? getopt(n, v, how) : longs == 1 ? getopt_long_only(n, v, how, names, &index) : getopt_long(n, v, how, names, below(5) ? &index : 0);
			printf("  %d optind=%d optopt=%d index=%d flag=%d ", c, optind, optopt, index, flagged); show(optarg);
			for (int j = 0; j < n; j++) printf(" %s", v[j]);
			done();
			fflush(stdout);
			if (c == -1) break;
		}
	}
	return 0;
}
