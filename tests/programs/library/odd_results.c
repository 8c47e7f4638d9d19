// Results that programs seldom look at: bits of character classes, an end that stays where it was, errors of what prints.
// homing: reach @end => REACHED
// homing: reach --libc musl @end => REACHED
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  char text[] = "12", *end = text + 2;
  assert((isalpha)('a') == 1024 && (isspace)(' ') == 8192 && (isdigit)('1') == 2048 && (isblank)('\t') == 1 && (ispunct)('.') == 4);
  assert((isalnum)('a') == 8 && (iscntrl)(127) == 2 && (isxdigit)('F') == 4096 && !(isalpha)('1') && (isprint)(' ') == 16384);
  errno = 0;
  assert(strtol(text, &end, 1) == 0 && end == text + 2 && errno == EINVAL);
  errno = 0;
  assert(strtoul(text, &end, 37) == 0 && end == text + 2 && errno == EINVAL);
  errno = 0;
  assert(printf("%18446744073709551617d", 1) == -1 && errno == EOVERFLOW);
  errno = 0;
  assert(printf("%.2147483648d", 1) == -1 && errno == EOVERFLOW);
  errno = 0;
  assert(printf("%lc", (wint_t)0xe9) == -1 && errno == EILSEQ);
  errno = 0;
  printf("%ls", L"a\x100");
  assert(errno == EILSEQ);
  return 0; // <end>
}
