/* Reads settings of the form "key=value;key=value". Can a user switch the motor on without the safety catch?
 *
 *     homing reach examples/config.c:57      finds the text that does it
 *     homing check examples/config.c         looks for errors instead
 */
#include <homing.h>

struct settings {
  int speed;
  int motor;
  int safety;
};

static int digit(char c) { return c >= '0' && c <= '9'; }

/* Parses one "key=value" at `at`; the place behind it, or -1. */
static int setting(const char *text, int at, struct settings *s) {
  char key = text[at];
  if (key != 's' && key != 'm' && key != 'c')
    return -1;
  if (text[at + 1] != '=' || !digit(text[at + 2]))
    return -1;
  int value = 0;
  at += 2;
  while (digit(text[at]))
    value = value * 10 + (text[at++] - '0');
  if (key == 's')
    s->speed = value;
  else if (key == 'm')
    s->motor = value;
  else
    s->safety = value;
  return at;
}

static int parse(const char *text, struct settings *s) {
  int at = 0;
  while (text[at]) {
    at = setting(text, at, s);
    if (at < 0)
      return 0;
    if (text[at] == ';')
      at++;
  }
  return 1;
}

int main(void) {
  char text[8];
  struct settings s = {0, 0, 1};
  homing_symbolic(text, sizeof text, "text");
  homing_assume(text[7] == 0);
  if (!parse(text, &s))
    return 1;
  /* Safety may only be switched off when the motor stands still. */
  if (s.motor && s.safety == 0)
    return 42;
  return 0;
}
