/* Arithmetic with names, calls and comparisons, evaluated as it is read. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct calc {
  const char *at, *end;
  int error, depth, calls, powers;
  long x, y;
};

static long comparison(struct calc *c);

static void blanks(struct calc *c) {
  while (c->at < c->end && *c->at == ' ')
    c->at++;
}

static int is_next(struct calc *c, int what) {
  blanks(c);
  if (c->at == c->end || *c->at != what)
    return 0;
  c->at++;
  return 1;
}

static long name(struct calc *c) {
  char text[8] = {0};
  size_t n = 0;
  while (c->at < c->end && *c->at >= 'a' && *c->at <= 'z') {
    if (n + 1 < sizeof text)
      text[n++] = *c->at;
    c->at++;
  }
  if (!strcmp(text, "x"))
    return c->x;
  if (!strcmp(text, "y"))
    return c->y;
  if (is_next(c, '(')) {
    long a = comparison(c), b = is_next(c, ',') ? comparison(c) : 0;
    if (!is_next(c, ')')) {
      c->error = 1;
      return 0;
    }
    c->calls++;
    if (!strcmp(text, "max"))
      return a > b ? a : b; // <max>
    if (!strcmp(text, "abs"))
      return a < 0 ? -a : a;
    if (!strcmp(text, "clamp"))
      return a < 0 ? 0 : a > 100 ? 100 : a; // <clamp>
  }
  c->error = 2;
  return 0;
}

static long factor(struct calc *c) {
  long v = 0;
  blanks(c);
  if (c->error || c->at == c->end || ++c->depth > 8) {
    c->error = 1;
    return 0;
  }
  if (is_next(c, '-')) {
    v = -factor(c);
  } else if (is_next(c, '(')) {
    v = comparison(c);
    if (!is_next(c, ')'))
      c->error = 1;
  } else if (*c->at >= '0' && *c->at <= '9') {
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
      v = v * 10 % 1000000 + *c->at - '0';
  } else {
    v = name(c);
  }
  c->depth--;
  return v;
}

static long power(struct calc *c) {
  long a = factor(c);
  if (is_next(c, '^')) {
    long b = power(c), v = 1;
    c->powers++;
    if (b < 0 || b > 16)
      c->error = 3; // <bad-power>
    while (!c->error && b-- > 0)
      v = v * a % 1000003;
    return v;
  }
  return a;
}

static long product(struct calc *c) {
  long v = power(c);
  while (!c->error) {
    if (is_next(c, '*')) {
      v = v * power(c) % 1000000007;
    } else if (is_next(c, '/')) {
      long by = power(c);
      if (by == 0) {
        c->error = 4; // <by-zero>
        return 0;
      }
      v /= by;
    } else {
      break;
    }
  }
  return v;
}

static long sum(struct calc *c) {
  long v = product(c);
  while (!c->error) {
    if (is_next(c, '+'))
      v += product(c);
    else if (is_next(c, '-'))
      v -= product(c);
    else
      break;
  }
  return v;
}

static long comparison(struct calc *c) {
  long v = sum(c);
  if (is_next(c, '<'))
    return v < sum(c); // <less>
  if (is_next(c, '='))
    return is_next(c, '=') ? v == sum(c) : 0;
  return v;
}

static int parse(const uint8_t *data, size_t size) {
  struct calc c = {.at = (const char *)data, .end = (const char *)data + size, .x = 7, .y = 11};
  long v = comparison(&c);
  blanks(&c);
  if (c.error || c.at != c.end)
    return 0;
  if (c.depth)
    return 1; // <open dead>
  if (c.error == 5)
    return 2; // <no-such-error dead>
  if (v == 4242)
    return 3; // <4242>
  if (c.calls >= 2 && v == 100)
    return 4; // <hundred>
  if (c.powers == 2 && v == 512)
    return 5; // <512>
  if (v == -7 * 11 && c.calls)
    return 6; // <product>
  return 0;
}

volatile int answer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  answer = parse(data, size);
  return 0;
}
