#define _GNU_SOURCE
#include "out.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int sign(int x) { return (x > 0) - (x < 0); }
int main(void) {
  char b[64], *save, *q; const char *s = "hello, world"; 
  OUT(strlen(s)); OUT(strnlen(s, 3)); OUT(sign(strcmp("abc", "abd"))); OUT(sign(strcmp("abc", "ab"))); OUT(strcmp("", "")); OUT(sign(strncmp("abcx", "abcy", 3))); OUT(sign(strncmp("abc", "abd", 9)));
  OUT(sign(strcmp("\x80", "a"))); OUT(strcasecmp("HeLLo", "hEllO")); OUT(sign(strcasecmp("a", "B"))); OUT(sign(strncasecmp("ABx", "aby", 2))); strcpy(b, s); OUT(b[4]); OUT(b[12]); strncpy(b, "ab", 5); OUT(b[1]); OUT(b[4]); OUT(b[5]);
  OUT(stpcpy(b, "xyz") - b); strcat(b, "123"); OUT(strlen(b)); strncat(b, "45678", 2); OUT(strlen(b)); OUT(strcmp(b, "xyz12345")); OUT(strchr(s, 'o') - s); OUT(strrchr(s, 'o') - s); OUT(strchr(s, 'z') == 0); OUT(strchr(s, 0) - s);
  OUT(strstr(s, "wor") - s); OUT(strstr(s, "worx") == 0); OUT(strstr(s, "") - s); OUT(strspn("aabbc", "ab")); OUT(strcspn("xxaab", "ab")); OUT(strpbrk(s, "wl") - s); OUT(strpbrk(s, "z") == 0);
  strcpy(b, ",a,,bc,d"); for (char *t = strtok(b, ","); t; t = strtok(0, ",")) { OUT(*t); OUT(strlen(t)); } strcpy(b, "k=v;x"); OUT(*strtok_r(b, "=", &save)); OUT(*strtok_r(0, ";", &save)); OUT(*save);
  q = strdup(s); OUT(strcmp(q, s)); free(q); q = strndup(s, 4); OUT(strlen(q)); free(q); OUT(sign(memcmp("abc", "abd", 2))); OUT(sign(memcmp("a\xff", "a\x01", 2))); OUT((char *)memchr(s, 'w', 12) - s); OUT(memchr(s, 'w', 5) == 0); OUT((char *)memrchr(s, 'o', 12) - s);
  OUT(bcmp("ab", "ab", 2)); memmove(b + 1, "overlap", 8); memmove(b, b + 1, 8); OUT(strcmp(b, "overlap")); memset(b, 'q', 5); OUT(b[4]); OUT(b[5]); OUT((char *)mempcpy(b, "zz", 2) - b); bzero(b, 3); OUT(b[2]); OUT((char *)memmem(s, 12, "lo", 2) - s); OUT(strchrnul(s, 'z') - s); OUT(strcasestr(s, "WORLD") - s);
  return 0;
}
