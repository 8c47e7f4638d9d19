#include "out.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
static int up(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
struct kv { char k; short v; };
static int by_key(const void *a, const void *b) { return ((const struct kv *)a)->k - ((const struct kv *)b)->k; }
int main(void) {
  for (int c = -1; c < 256; c++) { int m = 0; m |= !!isalpha(c); m |= !!isdigit(c) << 1; m |= !!isspace(c) << 2; m |= !!isupper(c) << 3; m |= !!islower(c) << 4; m |= !!isalnum(c) << 5; m |= !!ispunct(c) << 6; m |= !!isprint(c) << 7; m |= !!isgraph(c) << 8; m |= !!iscntrl(c) << 9; m |= !!isxdigit(c) << 10; m |= !!isblank(c) << 11; OUT(m); OUT(toupper(c)); OUT(tolower(c)); }
  OUT((isalpha)('x') != 0); OUT((toupper)('x')); char *e; const char *n = "  -123abc"; OUT(atoi(n)); OUT(strtol(n, &e, 10)); OUT(e - n); OUT(strtol("0x1fz", &e, 0)); OUT(*e); OUT(strtol("0777", 0, 0)); OUT(strtol("zz", 0, 36)); OUT(strtol("0x", &e, 16)); OUT(*e); OUT(strtol("+7", 0, 10));
  errno = 0; OUT(strtol("99999999999999999999", 0, 10)); OUT(errno); OUT(strtol("-99999999999999999999", 0, 10)); OUT(strtoul("-1", 0, 10)); OUT(strtoull("18446744073709551615", 0, 10)); errno = 0; OUT(strtoull("18446744073709551616", 0, 10)); OUT(errno); OUT(strtoll("-9223372036854775808", 0, 10)); OUT(atoll("9000000000")); const char *bad = "x"; OUT(strtol(bad, &e, 10)); OUT(e - bad); OUT(atol(""));
  OUT(abs(-5)); OUT(labs(-5)); OUT(llabs(-5ll)); div_t d = div(-7, 2); OUT(d.quot); OUT(d.rem); ldiv_t l = ldiv(7, -2); OUT(l.quot); OUT(l.rem);
  int a[9] = {5, 3, 9, 1, 5, -2, 8, 0, 7}; qsort(a, 9, sizeof *a, up); for (int i = 0; i < 9; i++) OUT(a[i]); int key = 8; OUT((int *)bsearch(&key, a, 9, sizeof *a, up) - a); key = 4; OUT(bsearch(&key, a, 9, sizeof *a, up) == 0);
  struct kv s[6] = {{'b', 1}, {'a', 2}, {'b', 3}, {'a', 4}, {'c', 5}, {'a', 6}}; qsort(s, 6, sizeof *s, by_key); for (int i = 0; i < 6; i++) { OUT(s[i].k); OUT(s[i].v); }
  for (int i = 0; i < 5; i++) OUT(rand()); srand(12345); for (int i = 0; i < 40; i++) OUT(rand()); srandom(0); OUT(random()); OUT(random()); srand(3000000000u); OUT(rand());
  return 0;
}
