/* One large function, as parsers of protocols are: a loop over the bytes of a message with a switch over what comes next. Each byte is known by a
   few comparisons, and what was found so far is kept in many locals. Breadth first, states become many. */
#include <klee/klee.h>

#ifndef LENGTH
#define LENGTH 24
#endif

#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define IS_ALPHA(c) (((c) | 0x20) >= 'a' && ((c) | 0x20) <= 'z')
#define IS_TOKEN(c) (IS_ALPHA(c) || IS_DIGIT(c) || (c) == '-' || (c) == '_' || (c) == '!' || (c) == '~')

struct parser {
  unsigned state, index, method, major, minor, flags, header, errors;
  unsigned long length, read;
};

/* A keyword, one byte after the other; what is not it goes on as another name. */
#define KEYWORD(base, text, found, other)                                                                                                \
  case base:                                                                                                                             \
    matched = 0;                                                                                                                         \
    weight_##found += 1;                                                                                                                 \
    p->state = base + 1; /* fall through */                                                                                              \
  case base + 1:                                                                                                                         \
    if (c == (text)[matched]) {                                                                                                          \
      matched++;                                                                                                                         \
      weight_##found += matched * 3;                                                                                                     \
      if (!(text)[matched]) {                                                                                                            \
        p->header = base;                                                                                                                \
        last_##found = nread;                                                                                                            \
        count_##found++;                                                                                                                 \
        p->state = base + 2;                                                                                                             \
      }                                                                                                                                  \
    } else if (IS_TOKEN(c)) {                                                                                                            \
      other_names++;                                                                                                                     \
      p->state = other;                                                                                                                  \
    } else if (c == ':') {                                                                                                               \
      mark = nread;                                                                                                                      \
      p->state = S_VALUE;                                                                                                                \
    } else {                                                                                                                             \
      bad_##found = nread + 1;                                                                                                           \
      goto error;                                                                                                                        \
    }                                                                                                                                    \
    break;                                                                                                                               \
  case base + 2:                                                                                                                         \
    if (c == ' ' || c == '\t') {                                                                                                         \
      spaces++;                                                                                                                          \
      total += last_##found ^ (total << 1);                                                                                              \
    } else if (c == ':') {                                                                                                               \
      mark = nread;                                                                                                                      \
      total += weight_##found * 7 + count_##found;                                                                                       \
      checksum = (checksum << 5 | checksum >> 27) ^ (weight_##found + last_##found);                                                     \
      p->flags |= 1u << (base % 31);                                                                                                     \
      p->state = count_##found > 2 ? S_NUMBER : S_VALUE;                                                                                 \
    } else if (IS_TOKEN(c)) {                                                                                                            \
      other_names++;                                                                                                                     \
      checksum += last_##found;                                                                                                          \
      p->state = other;                                                                                                                  \
    } else {                                                                                                                             \
      bad_##found += nread;                                                                                                              \
      goto error;                                                                                                                        \
    }                                                                                                                                    \
    break;

#define LOCALS(found) unsigned weight_##found = 0, last_##found = 0, count_##found = 0, bad_##found = 0;
#define SUMS(found)                                                                                                                      \
  sum += weight_##found * 2 + last_##found;                                                                                              \
  sum ^= count_##found << 3;                                                                                                             \
  sum += bad_##found * 5;

enum { S_START = 1, S_METHOD, S_SPACE, S_URL, S_QUERY, S_H, S_MAJOR, S_MINOR, S_CR, S_LINE, S_NAME, S_VALUE, S_NUMBER, S_BODY, S_CHUNK, S_DONE };

#define EACH(M)                                                                                                                          \
  M(100, "host", host, S_NAME) M(110, "date", date, S_NAME) M(120, "accept", accept, S_NAME) M(130, "cookie", cookie, S_NAME)            \
  M(140, "length", length, S_NAME) M(150, "type", type, S_NAME) M(160, "expect", expect, S_NAME) M(170, "upgrade", upgrade, S_NAME)      \
  M(180, "range", range, S_NAME) M(190, "referer", referer, S_NAME) M(200, "agent", agent, S_NAME) M(210, "via", via, S_NAME)            \
  M(220, "te", te, S_NAME) M(230, "trailer", trailer, S_NAME) M(240, "warning", warning, S_NAME) M(250, "origin", origin, S_NAME)        \
  M(260, "pragma", pragma, S_NAME) M(270, "server", server, S_NAME) M(280, "allow", allow, S_NAME) M(290, "age", age, S_NAME)            \
  M(300, "etag", etag, S_NAME) M(310, "expires", expires, S_NAME) M(320, "from", from, S_NAME) M(330, "link", link, S_NAME)              \
  M(340, "retry", retry, S_NAME) M(350, "vary", vary, S_NAME) M(360, "proxy", proxy, S_NAME) M(370, "key", key, S_NAME)                  \
  M(380, "zone", zone, S_NAME) M(390, "jar", jar, S_NAME)
#define AS_LOCALS(base, text, found, other) LOCALS(found)
#define AS_SUMS(base, text, found, other) SUMS(found)

static unsigned execute(struct parser *p, const unsigned char *data, unsigned n) {
  unsigned matched = 0, mark = 0, spaces = 0, total = 0, checksum = 1, other_names = 0, nread = 0, sum = 0, digits = 0;
  EACH(AS_LOCALS)
  for (; nread < n; nread++) {
    unsigned char c = data[nread];
    switch (p->state) {
    case S_START:
      if (c == '\r' || c == '\n') {
        spaces++;
        break;
      }
      if (!IS_ALPHA(c))
        goto error;
      mark = nread;
      switch (c) {
      case 'G': p->method = 1; break;
      case 'H': p->method = 2; break;
      case 'P': p->method = 3; break;
      case 'D': p->method = 4; break;
      default: goto error;
      }
      p->state = S_METHOD;
      break;
    case S_METHOD:
      if (c == ' ') {
        total += nread - mark;
        p->state = S_URL;
      } else if (!IS_ALPHA(c))
        goto error;
      break;
    case S_URL:
      if (c == '?') {
        checksum += nread;
        p->state = S_QUERY;
      } else if (c == ' ')
        p->state = S_LINE;
      else if (c < 33 || c == 127)
        goto error;
      break;
    case S_QUERY:
      if (c == ' ')
        p->state = S_LINE;
      else if (c == '&')
        spaces += 2;
      break;
    case S_LINE:
      other_names = 0;
      switch (c | 0x20) {
      case 'a': p->state = 120; break;
      case 'c': p->state = 130; break;
      case 'd': p->state = 110; break;
      case 'e': p->state = 300; break;
      case 'f': p->state = 320; break;
      case 'h': p->state = 100; break;
      case 'j': p->state = 390; break;
      case 'k': p->state = 370; break;
      case 'l': p->state = 140; break;
      case 'o': p->state = 250; break;
      case 'p': p->state = 260; break;
      case 'r': p->state = 180; break;
      case 's': p->state = 270; break;
      case 't': p->state = 150; break;
      case 'u': p->state = 170; break;
      case 'v': p->state = 350; break;
      case 'w': p->state = 240; break;
      case 'z': p->state = 380; break;
      default: goto error;
      }
      break;
    case S_NAME:
      if (c == ':') {
        mark = nread;
        p->state = S_VALUE;
      } else if (!IS_TOKEN(c))
        goto error;
      break;
    case S_VALUE:
      if (c == '\n') {
        total += nread - mark;
        p->state = S_LINE;
      } else if (c < 32 && c != '\t' && c != '\r')
        goto error;
      break;
    case S_NUMBER:
      if (IS_DIGIT(c)) {
        digits = digits * 10 + (c - '0');
        p->length = digits;
      } else if (c == '\n')
        p->state = S_LINE;
      else
        goto error;
      break;
    EACH(KEYWORD)
    default:
      goto error;
    }
  }
  EACH(AS_SUMS)
  return sum + total * 3 + checksum + other_names + spaces + digits + mark;
error:
  p->errors = nread + 1;
  EACH(AS_SUMS)
  return sum ^ total ^ checksum;
}

int main(void) {
  unsigned char data[LENGTH];
  struct parser p = {.state = S_START};
  klee_make_symbolic(data, sizeof data, "data");
  unsigned got = execute(&p, data, LENGTH);
  return p.errors == LENGTH && got == 12345;
}
