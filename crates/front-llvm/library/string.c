/* <string.h> and <strings.h>. */

/* Bytes before the first zero, at most `most`. */
static size_t homing_length(const char *s, size_t most) {
  __PTRDIFF_TYPE__ known = __homing_measure(s, most);
  if (known >= 0) return (size_t)known;
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

/* Copies forbid that source and destination overlap. What is copied is measured only where they lie in one object. */
static void homing_check_copy(char *to, const char *from, size_t most) {
  if (!__homing_same(to, from)) return;
  size_t n = homing_length(from, most);
  if (n < most) n++;
  __homing_apart(to, n, from, n);
}

static void homing_check_append(char *to, const char *from, size_t most) {
  if (!__homing_same(to, from)) return;
  size_t n = homing_length(from, most);
  if (n) __homing_apart(to, homing_length(to, (size_t)-1) + n + 1, from, n < most ? n + 1 : n);
}

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}

/* Direct calls of these three are instructions of the engine; these are for calls through pointers. */
void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((byte *)to)[i] = ((const byte *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  byte *t = to;
  const byte *f = from;
  if ((__UINTPTR_TYPE__)t - (__UINTPTR_TYPE__)f >= n)
    for (size_t i = 0; i < n; i++) t[i] = f[i];
  else
    while (n-- > 0) t[n] = f[n];
  return to;
}

void *memset(void *to, int c, size_t n) {
  for (size_t i = 0; i < n; i++) ((byte *)to)[i] = (byte)c;
  return to;
}

int memcmp(const void *a, const void *b, size_t n) {
  const byte *x = a, *y = b;
  /* All of both has to be there, wherever the first difference is. */
  __homing_readable(a, n);
  __homing_readable(b, n);
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *s, int c, size_t n) {
  const byte *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (byte)c) return (void *)(p + i);
  return NULL;
}

void *memrchr(const void *s, int c, size_t n) {
  const byte *p = s;
  while (n > 0)
    if (p[--n] == (byte)c) return (void *)(p + n);
  return NULL;
}

void *rawmemchr(const void *s, int c) {
  const byte *p = s;
  while (*p != (byte)c) p++;
  return (void *)p;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  byte *t = to;
  const byte *f = from;
  for (size_t i = 0; i < n; i++)
    if ((t[i] = f[i]) == (byte)c) return t + i + 1;
  return NULL;
}

void *memmem(const void *where, size_t n, const void *what, size_t m) {
  const byte *w = where;
  for (size_t i = 0; i + m <= n; i++)
    if (memcmp(w + i, what, m) == 0) return (void *)(w + i);
  return NULL;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (int)(byte)*a - (int)(byte)*b;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    if (*a != *b) return (int)(byte)*a - (int)(byte)*b;
    if (!*a) return 0;
  }
  return 0;
}

int strcasecmp(const char *a, const char *b) {
  while (*a && tolower((byte)*a) == tolower((byte)*b)) a++, b++;
  return tolower((byte)*a) - tolower((byte)*b);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    int d = tolower((byte)*a) - tolower((byte)*b);
    if (d || !*a) return d;
  }
  return 0;
}

char *stpcpy(char *to, const char *from) {
  homing_check_copy(to, from, (size_t)-1);
  while ((*to = *from)) to++, from++;
  return to;
}

char *__stpcpy(char *to, const char *from) { return stpcpy(to, from); }

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  homing_check_copy(to, from, n);
  for (; i < n && from[i]; i++) to[i] = from[i];
  char *end = to + i;
  for (; i < n; i++) to[i] = 0;
  return end;
}

char *__stpncpy(char *to, const char *from, size_t n) { return stpncpy(to, from, n); }

char *strncpy(char *to, const char *from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

char *strcat(char *to, const char *from) {
  homing_check_append(to, from, (size_t)-1);
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  homing_check_append(to, from, n);
  char *t = to + strlen(to);
  for (; n > 0 && *from; n--) *t++ = *from++;
  *t = 0;
  return to;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  s = strchrnul(s, c);
  return *s == (char)c ? (char *)s : NULL;
}

char *index(const char *s, int c) { return strchr(s, c); }

char *strrchr(const char *s, int c) {
  const char *found = NULL;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

static int homing_starts_with(const char *s, const char *start) {
  for (; *start; s++, start++)
    if (*s != *start) return 0;
  return 1;
}

char *strstr(const char *where, const char *what) {
  for (;; where++) {
    if (homing_starts_with(where, what)) return (char *)where;
    if (!*where) return NULL;
  }
}

char *strcasestr(const char *where, const char *what) {
  size_t n = strlen(what);
  for (;; where++) {
    if (strncasecmp(where, what, n) == 0) return (char *)where;
    if (!*where) return NULL;
  }
}

size_t strspn(const char *s, const char *accept) {
  size_t n = 0;
  while (s[n] && strchr(accept, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *reject) {
  size_t n = 0;
  while (s[n] && !strchr(reject, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *accept) {
  s += strcspn(s, accept);
  return *s ? (char *)s : NULL;
}

char *strtok_r(char *s, const char *separators, char **rest) {
  if (!s) s = *rest;
  s += strspn(s, separators);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  char *end = s + strcspn(s, separators);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

char *__strtok_r(char *s, const char *separators, char **rest) { return strtok_r(s, separators, rest); }

char *strtok(char *s, const char *separators) {
  static char *homing_rest;
  return strtok_r(s, separators, &homing_rest);
}

char *strsep(char **s, const char *separators) {
  char *start = *s;
  if (!start) return NULL;
  char *end = start + strcspn(start, separators);
  *s = *end ? end + 1 : NULL;
  *end = 0;
  return start;
}

char *strndup(const char *s, size_t max) {
  size_t n = strnlen(s, max);
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

char *strdup(const char *s) { return strndup(s, strlen(s)); }
char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t max) { return strndup(s, max); }

/* What optimised code calls with _FORTIFY_SOURCE: `room` is what the compiler knows of the target, which may be less than the object has. */
void abort(void) __attribute__((noreturn));
static void fits(size_t need, size_t room) {
  if (need > room) abort();
}
void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
  fits(n, room);
  return memcpy(to, from, n);
}
void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
  fits(n, room);
  return memmove(to, from, n);
}
void *__memset_chk(void *to, int byte, size_t n, size_t room) {
  fits(n, room);
  return memset(to, byte, n);
}
char *__strcpy_chk(char *to, const char *from, size_t room) {
  fits(strlen(from) + 1, room);
  return strcpy(to, from);
}
char *__stpcpy_chk(char *to, const char *from, size_t room) {
  fits(strlen(from) + 1, room);
  return stpcpy(to, from);
}
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  fits(n, room);
  return strncpy(to, from, n);
}
char *__strcat_chk(char *to, const char *from, size_t room) {
  fits(strlen(to) + strlen(from) + 1, room);
  return strcat(to, from);
}
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  size_t more = 0;
  while (more < n && from[more]) more++;
  fits(strlen(to) + more + 1, room);
  return strncat(to, from, n);
}
