/* Callers that keep to something. A target ends the process with status 77. */
#include <stdlib.h>

enum { LIMIT = 5 };
int mode;
static const int least = 5;
struct buffer { char *data; int used, room; };

/* Without the precondition somebody gets there. */
int longer(int len, int cap) {
  if (len > cap)
    exit(77); // @free longer
  return cap - len;
}

int never_longer(int len, int cap) {
  if (len > cap)
    exit(77); // @kept never_longer --assume=len<=cap => UNREACHABLE
  return cap - len;
}

/* One constant apart. */
int one_longer(int len, int cap) {
  if (len > cap)
    exit(77); // @apart one_longer --assume=len<=cap+1 => REACHED
  return cap - len;
}

/* Names of the file: an enumeration, something static, members. */
void put(struct buffer *b, int n) {
  if (mode == LIMIT && b->used + n == b->room && n == 3)
    exit(77); // @names put --assume=b&&b->used<=b->room&&n<LIMIT --assume=mode>=least
}

static int sound(int a, int b) { return a == 2 * b; }

int halved(int a, int b) {
  if (a == 12 && b == 6)
    exit(77); // @function halved --assume-function=sound
  return b;
}

int not_halved(int a, int b) {
  if (a == 12 && b == 7)
    exit(77); // @not_halved not_halved --assume-function=sound => UNREACHABLE
  return b;
}

/* A result that goes to memory is no parameter of the precondition. */
struct three { long a, b, c; };
struct three made(int n) {
  struct three t = {n, n, n};
  if (n == 4)
    exit(77); // @made made --assume=n>3
  return t;
}
