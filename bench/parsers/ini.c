/* INI files: sections, keys, values, comments, continued lines; a few keys mean something. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct settings {
  int port, verbose, sections, comments, continued, in_server, user_known;
  char user[8];
};

static int number(const char *s) {
  int v = 0;
  if (!*s)
    return -1;
  for (; *s; s++) {
    if (*s < '0' || *s > '9' || v > 100000)
      return -1;
    v = v * 10 + *s - '0';
  }
  return v;
}

static char *trimmed(char *s) {
  while (*s == ' ' || *s == '\t')
    s++;
  size_t n = strlen(s);
  while (n && (s[n - 1] == ' ' || s[n - 1] == '\t' || s[n - 1] == '\r'))
    s[--n] = 0;
  return s;
}

static int entry(struct settings *s, const char *key, const char *value) {
  if (!strcmp(key, "verbose")) {
    s->verbose = !strcmp(value, "on") || !strcmp(value, "yes"); // <verbose>
    return 1;
  }
  if (s->in_server && !strcmp(key, "port")) {
    s->port = number(value); // <port>
    return s->port >= 0 && s->port < 65536;
  }
  if (s->in_server && !strcmp(key, "user")) {
    if (strlen(value) >= sizeof s->user)
      return 0; // <long-user>
    strcpy(s->user, value);
    s->user_known = 1;
    return 1;
  }
  return *key != 0;
}

static int line(struct settings *s, char *text) {
  text = trimmed(text);
  if (!*text)
    return 1;
  if (*text == ';' || *text == '#') {
    s->comments++;
    return 1;
  }
  if (*text == '[') {
    char *end = strchr(text, ']');
    if (!end)
      return 0; // <open-section>
    if (end[1])
      return 0;
    *end = 0;
    s->sections++;
    s->in_server = !strcmp(text + 1, "server");
    return 1;
  }
  char *equals = strpbrk(text, "=:");
  if (!equals)
    return 0;
  *equals = 0;
  return entry(s, trimmed(text), trimmed(equals + 1));
}

static int parse(const uint8_t *data, size_t size) {
  struct settings s = {0};
  char text[64];
  size_t n = 0;
  for (size_t i = 0; i < size; i++) {
    if (data[i] == 0)
      return 0;
    if (data[i] == '\n') {
      if (n && text[n - 1] == '\\') {
        s.continued++; // <continued>
        n--;
        continue;
      }
      text[n] = 0;
      if (!line(&s, text))
        return 1;
      n = 0;
      continue;
    }
    if (n == sizeof text - 1)
      return 2; // <long-line dead>
    text[n++] = (char)data[i];
  }
  text[n] = 0;
  if (!line(&s, text))
    return 1;
  if (s.comments == 3)
    s.sections++; // <three-comments>
  if (s.port == 8080 && s.verbose)
    return 3; // <8080>
  if (s.port > 70000)
    return 4; // <large-port dead>
  if (s.user_known && !strcmp(s.user, "root") && s.continued)
    return 5; // <root>
  return s.sections > 1; // <end>
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
