/* Conversions in both directions, and what comes of numbers that do not fit. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    char *end;
    errno = 0;
    long n = strtol(argv[i], &end, 0);
    int fits = errno != ERANGE;
    double d = strtod(argv[i], NULL);
    printf("%s: %ld %d '%s' %.17g %e %G\n", argv[i], n, fits, end, d, d, d);
    printf("[%5ld] [%-8lx] [%+08.3f] [%#o] [%.3s] [%c] [%%] [%*d]\n", n % 1000, n & 0xffff, fmod(d, 100), (unsigned)(n & 07777),
           argv[i], argv[i][0], 6, (int)(n % 100));
  }
  char line[80], word[20];
  int a, b;
  while (fgets(line, sizeof line, stdin)) {
    int got = sscanf(line, "%d , %i %19s", &a, &b, word);
    printf("%d", got);
    if (got == 3)
      printf(" %d %d %zu %s", a, b, strlen(word), word);
    putchar('\n');
  }
  printf("%" PRId64 " %d %.3f\n", (int64_t)INT64_MIN, INT_MAX, sqrt(2));
  return argc > 3 ? EXIT_FAILURE : 0;
}
