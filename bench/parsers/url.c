/* URLs: scheme, user, host (also IPv4 and IPv6 in brackets), port, path with percent signs, query, fragment. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct url {
  char scheme[8], host[24], path[24];
  int port, user, query, fragment, escapes, ipv4, ipv6, dots;
};

static int hex(int c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int is_ipv4(const char *s) {
  int parts = 0;
  for (;;) {
    int v = 0, n = 0;
    for (; *s >= '0' && *s <= '9' && n < 4; n++)
      v = v * 10 + *s++ - '0';
    if (!n || v > 255)
      return 0;
    parts++;
    if (!*s)
      return parts == 4;
    if (*s++ != '.')
      return 0;
  }
}

static int is_ipv6(const char *s) {
  int groups = 0, gap = 0;
  while (*s) {
    if (s[0] == ':' && s[1] == ':') {
      if (gap++)
        return 0;
      s += 2;
      continue;
    }
    if (groups && *s == ':')
      s++;
    int n = 0;
    while (hex(*s) >= 0 && n < 4)
      s++, n++;
    if (!n || ++groups > 8)
      return 0;
  }
  return gap ? groups < 8 : groups == 8;
}

static int authority(struct url *u, const char *s, size_t n) {
  const char *at = memchr(s, '@', n);
  if (at) {
    u->user = 1; // <user>
    n -= (size_t)(at + 1 - s);
    s = at + 1;
  }
  size_t i = 0, length = 0;
  if (n && *s == '[') {
    for (i = 1; i < n && s[i] != ']'; i++)
      if (length + 1 < sizeof u->host)
        u->host[length++] = s[i];
    if (i == n || !is_ipv6(u->host))
      return 0;
    u->ipv6 = 1; // <ipv6>
    i++;
  } else {
    for (; i < n && s[i] != ':'; i++)
      if (length + 1 < sizeof u->host)
        u->host[length++] = s[i];
    u->ipv4 = is_ipv4(u->host);
  }
  if (i < n) {
    if (s[i++] != ':' || i == n)
      return 0;
    for (; i < n; i++) {
      if (s[i] < '0' || s[i] > '9')
        return 0;
      u->port = u->port * 10 + s[i] - '0';
      if (u->port > 65535)
        return 0; // <large-port>
    }
  }
  return 1;
}

static int path(struct url *u, const char *s, size_t n) {
  size_t length = 0;
  for (size_t i = 0; i < n; i++) {
    int c = s[i];
    if (c == '%') {
      if (n - i < 3 || hex(s[i + 1]) < 0 || hex(s[i + 2]) < 0)
        return 0;
      c = hex(s[i + 1]) * 16 + hex(s[i + 2]);
      u->escapes++;
      if (c > 255)
        return 0; // <large-escape dead>
      i += 2;
    }
    if (length + 1 < sizeof u->path)
      u->path[length++] = (char)c;
  }
  if (length >= 3 && !memcmp(u->path + length - 3, "/..", 3))
    u->dots = 1; // <dots>
  return 1;
}

static int parse(const uint8_t *data, size_t size) {
  struct url u = {0};
  const char *s = (const char *)data, *end = s + size;
  const char *colon = memchr(s, ':', size);
  if (!colon || colon == s || (size_t)(colon - s) >= sizeof u.scheme)
    return 0;
  for (const char *p = s; p < colon; p++) {
    int c = *p | 32;
    if (c < 'a' || c > 'z')
      return 0; // <bad-scheme>
    u.scheme[p - s] = (char)c;
  }
  s = colon + 1;
  if (end - s < 2 || s[0] != '/' || s[1] != '/')
    return 0;
  s += 2;
  const char *p = s;
  while (p < end && *p != '/' && *p != '?' && *p != '#')
    p++;
  if (!authority(&u, s, (size_t)(p - s)))
    return 0;
  s = p;
  while (p < end && *p != '?' && *p != '#')
    p++;
  if (!path(&u, s, (size_t)(p - s)))
    return 0;
  if (p < end && *p == '?')
    for (p++, u.query = 1; p < end && *p != '#'; p++)
      ;
  if (p < end)
    u.fragment = 1;
  if (u.ipv4 && u.ipv6)
    return 1; // <both dead>
  if (!strcmp(u.scheme, "https") && u.port == 443)
    return 2; // <https>
  if (!strcmp(u.scheme, "ftp") && u.ipv4 && u.user)
    return 3; // <ftp>
  if (u.ipv6 && u.escapes >= 2 && u.query && u.fragment)
    return 4; // <everything>
  return 0;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
