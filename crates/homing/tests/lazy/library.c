/* Functions of the C library that need more of it than memory: they find it as a program does when it starts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int printed(int n, const char *name) {
  char text[32];
  if (n < 0 || n > 999)
    return 0;
  sprintf(text, "%d-%.3s", n, name);
  if (strcmp(text, "73-ab") == 0)
    exit(77); // @printed printed
  return 0;
}

struct amount {
  char digits[4];
  struct amount *next;
};

static int tries;

long parsed(const struct amount *a, int base) {
  char *end;
  errno = 0;
  tries++;
  if (base != 10 && base != 16)
    return -1;
  long n = strtol(a->digits, &end, base);
  if (errno == 0 && n == 0x2a && *end == 0 && base == 16 && tries == 5)
    exit(77); // @parsed parsed
  return n;
}

static char last[16];

int remembered(int n) {
  if (last[0] == '4' && n == 2)
    exit(77); // @remembered remembered
  snprintf(last, sizeof last, "%d", n & 63);
  return last[0];
}

void told(const int *n) {
  if (fprintf(stderr, "%d\n", *n & 1) != 2)
    return;
  if (*n == 12345)
    exit(77); // @told told
}

/* Another caller may have set it: that the library is as at the start is no proof. */
int from_outside(int n) {
  const char *e = getenv("HOMING_TEST");
  if (e && e[0] == 'x' && n == 1)
    exit(77); // @from_outside from_outside => UNKNOWN
  return 0;
}

/* A function that does not come to the library needs no assumption about it. */
static int even_and_odd(unsigned n) {
  if (n % 4 == 1 && n % 2 == 0)
    return 1; // @even_and_odd beside => UNREACHABLE
  return 0;
}

int beside(unsigned n, char *out) {
  int e = even_and_odd(n);
  if (n > 100)
    sprintf(out, "%u", n);
  return e;
}

/* This cannot be, but it is not proved for a library in whatever state. */
int never(unsigned n) {
  char text[16];
  if (n > 9)
    return 0;
  sprintf(text, "%u", n);
  if (n > 11)
    exit(77); // @never never => UNKNOWN
  return text[0];
}
