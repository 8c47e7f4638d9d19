/* Lines of text in sections. That a name is the right one is stored, not branched on, and how many bytes there are is an input too; a number stands there in digits. */
#include "homing.h"
#include <string.h>

static int in_server, port, comments;

static int number(const char *s) {
  int v = 0;
  for (; *s; s++) {
    if (*s < '0' || *s > '9' || v > 100000)
      return -1;
    v = v * 10 + *s - '0';
  }
  return v;
}

static int line(char *text) {
  if (*text == '#')
    return ++comments;
  if (*text == '[') {
    char *end = strchr(text, ']');
    if (!end)
      return 0;
    *end = 0;
    in_server = !strcmp(text + 1, "server");
    return 1;
  }
  char *equals = strchr(text, '=');
  if (!equals)
    return *text == 0;
  *equals = 0;
  if (in_server && !strcmp(text, "port"))
    port = number(equals + 1);
  return 1;
}

int main(void) {
  char data[40], text[41];
  unsigned size, n = 0;
  homing_symbolic(data, sizeof data, "data");
  homing_symbolic(&size, sizeof size, "size");
  homing_assume(size <= sizeof data);
  for (unsigned i = 0; i <= size; i++) {
    if (i == size || data[i] == '\n') {
      text[n] = 0;
      if (!line(text))
        return 1;
      n = 0;
    } else {
      text[n++] = data[i];
    }
  }
  if (in_server && port == 8080)
    return 2; // <port>
  if (in_server && comments == 2)
    return 3; // <comments>
  return 0;
}
// homing: reach ! --search fuzz @port @comments => REACHED, REACHED
