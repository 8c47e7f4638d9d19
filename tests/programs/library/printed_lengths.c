// Results of what prints, and `%n`, are those of a real run.
// homing: check => NO ERROR
// homing: check --libc musl => NO ERROR
// homing: check --32 => NO ERROR
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = -1;
  long wide = -1;
  signed char small = -1;
  assert(printf("abc\n") == 4);
  assert(printf("%d\n", 7) == 2);
  assert(printf("%5d|%-5d|%05d\n", 1, 2, 3) == 18);
  assert(printf("%d %i %u\n", -120, 0, 4294967295u) == 18);
  assert(printf("%.0d|%.3d|%+d|% d\n", 0, 5, 5, 5) == 11);
  assert(printf("%x %#x %o %#o %#o\n", 255, 255, 8, 8, 0) == 17);
  assert(printf("%ld %lld %hhd %hu\n", -1l, 1ll << 40, 300, 70000) == 25);
  assert(printf("%zu %jd %td\n", sizeof(int), (long long)3, (char *)0 - (char *)0) == 6);
  assert(printf("%s %.2s %10s %-3s|\n", "four", "four", "right", "l") == 24);
  assert(printf("%c%c%%\n", 'a', 0) == 4);
  assert(printf("%*d %-*d %.*s\n", 4, 1, -3, 2, 1, "xy") == 11);
  assert(printf("%s %.3s| %p %.9s\n", (char *)0, (char *)0, (void *)0, (char *)0) == 22);
  assert(printf("ab%n\n", &n) == 3 && n == 2);
  assert(printf("%d%hhn%d\n", 12345, &small, 1) == 7 && small == 5);
  printf("%s%ln\n", "1234567", &wide);
  assert(wide == 7);
  assert(puts("four") == 5 && putchar(300) == 44 && puts("") == 1);
  assert(fflush(stdout) == 0);
  return 0;
}
