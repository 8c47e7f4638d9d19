// A calculator for a prefix language: digit | ( op expr expr... ). The sums are saturated, and one deep product is not what it should be.
// homing: reach ! @overshoot => REACHED
#include <klee/klee.h>

#define LENGTH 12
#define DEEPEST 4

struct input {
  const char *text;
  int at;
  int failed;
};

int wrong;

static char peek(const struct input *in) {
  return in->at < LENGTH ? in->text[in->at] : 0;
}

static int fail(struct input *in) {
  in->failed = 1;
  return 0;
}

static int saturate(int value, int depth) {
  if (value > 50) {
    if (depth == 3 && value == 63) {
      wrong = value; // <overshoot>
    }
    return 50;
  }
  if (value < -50)
    return -50;
  return value;
}

static int combine(char op, int left, int right, int depth) {
  switch (op) {
  case '+': return saturate(left + right, depth);
  case '-': return saturate(left - right, 0);
  case '*': return saturate(left * right, depth);
  default: return left;
  }
}

static int expr(struct input *in, int depth) {
  char c = peek(in);
  if (c >= '0' && c <= '9') {
    in->at++;
    return c - '0';
  }
  if (c != '(' || depth >= DEEPEST)
    return fail(in);
  in->at++;
  char op = peek(in);
  if (op != '+' && op != '-' && op != '*')
    return fail(in);
  in->at++;
  int value = expr(in, depth + 1);
  while (!in->failed && peek(in) != ')') {
    int next = expr(in, depth + 1);
    if (in->failed)
      return 0;
    value = combine(op, value, next, depth + 1);
  }
  if (in->failed)
    return 0;
  in->at++;
  return value;
}

static int evaluate(const char *text) {
  struct input in = {text, 0, 0};
  int value = expr(&in, 0);
  if (in.failed || peek(&in) != 0)
    return -1;
  return value;
}

int main(void) {
  char text[LENGTH];
  klee_make_symbolic(text, sizeof text, "text");
  return evaluate(text) == -1;
}
