/* JSON: values, nested, with escapes and numbers; what was read is counted. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct reader {
  const uint8_t *at, *end;
  int depth, deepest, objects, arrays, strings, escapes, surrogates, exponents, keys_id, nulls;
};

static int value(struct reader *r);

static void blanks(struct reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
    r->at++;
}

static int is_next(struct reader *r, int c) {
  blanks(r);
  if (r->at == r->end || *r->at != c)
    return 0;
  r->at++;
  return 1;
}

static int hex4(struct reader *r) {
  int v = 0;
  if (r->end - r->at < 4)
    return -1;
  for (int i = 0; i < 4; i++) {
    int c = *r->at++;
    if (c >= '0' && c <= '9')
      v = v * 16 + c - '0';
    else if ((c | 32) >= 'a' && (c | 32) <= 'f')
      v = v * 16 + (c | 32) - 'a' + 10;
    else
      return -1;
  }
  return v;
}

static int string(struct reader *r, char *to, size_t room) {
  size_t n = 0;
  while (r->at < r->end) {
    int c = *r->at++;
    if (c == '"') {
      to[n < room ? n : room - 1] = 0;
      r->strings++;
      return 1;
    }
    if (c < 32)
      return 0;
    if (c == '\\') {
      if (r->at == r->end)
        return 0;
      c = *r->at++;
      r->escapes++;
      if (c == 'u') {
        int u = hex4(r);
        if (u < 0)
          return 0;
        if (u >= 0xd800 && u < 0xdc00) {
          if (r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u')
            return 0;
          r->at += 2;
          int low = hex4(r);
          if (low < 0xdc00 || low > 0xdfff)
            return 0;
          r->surrogates++; // <surrogates>
        }
        c = u & 0xff;
      } else if (!strchr("\"\\/bfnrt", c) || !c) {
        return 0;
      }
    }
    if (n + 1 < room)
      to[n++] = (char)c;
  }
  return 0;
}

static int digits(struct reader *r) {
  const uint8_t *start = r->at;
  while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
    r->at++;
  return r->at > start;
}

static int number(struct reader *r) {
  if (*r->at == '-')
    r->at++;
  if (r->at < r->end && *r->at == '0')
    r->at++;
  else if (!digits(r))
    return 0;
  if (r->at < r->end && *r->at == '.') {
    r->at++;
    if (!digits(r))
      return 0;
  }
  if (r->at < r->end && (*r->at | 32) == 'e') {
    r->at++;
    if (r->at < r->end && (*r->at == '+' || *r->at == '-'))
      r->at++;
    if (!digits(r))
      return 0;
    r->exponents++; // <exponent>
  }
  return 1;
}

static int word(struct reader *r, const char *w) {
  size_t n = strlen(w);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, w, n))
    return 0;
  r->at += n;
  return 1;
}

static int object(struct reader *r) {
  char key[8];
  r->objects++;
  if (is_next(r, '}'))
    return 1; // <empty-object>
  do {
    if (!is_next(r, '"') || !string(r, key, sizeof key) || !is_next(r, ':') || !value(r))
      return 0;
    if (!strcmp(key, "id"))
      r->keys_id++; // <key-id>
  } while (is_next(r, ','));
  return is_next(r, '}');
}

static int array(struct reader *r) {
  r->arrays++;
  if (is_next(r, ']'))
    return 1;
  do
    if (!value(r))
      return 0;
  while (is_next(r, ','));
  return is_next(r, ']');
}

static int value(struct reader *r) {
  char text[8];
  int good;
  blanks(r);
  if (r->at == r->end || r->depth >= 6)
    return 0;
  if (++r->depth > r->deepest)
    r->deepest = r->depth;
  switch (*r->at) {
  case '{':
    r->at++;
    good = object(r);
    break;
  case '[':
    r->at++;
    good = array(r);
    break;
  case '"':
    r->at++;
    good = string(r, text, sizeof text);
    break;
  case 't':
    good = word(r, "true");
    break;
  case 'f':
    good = word(r, "false");
    break;
  case 'n':
    good = word(r, "null");
    r->nulls += good;
    break;
  default:
    good = number(r);
  }
  r->depth--;
  return good;
}

static int parse(const uint8_t *data, size_t size) {
  struct reader r = {.at = data, .end = data + size};
  if (!value(&r))
    return 0;
  blanks(&r);
  if (r.at != r.end)
    return 0; // <rest>
  if (r.depth)
    return 1; // <unbalanced dead>
  if (r.deepest == 5)
    r.strings++; // <five-deep>
  if (r.deepest > 6)
    return 2; // <seven-deep dead>
  if (r.nulls == 2 && r.arrays)
    r.strings++; // <two-nulls>
  if (r.objects >= 2 && r.keys_id == 2 && r.exponents)
    return 3; // <two-ids-and-exponent>
  if (r.surrogates && r.objects && r.nulls)
    return 4; // <all-of-it>
  return 0;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
