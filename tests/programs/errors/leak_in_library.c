// A block that a function of the library makes is lost: the leak stands where the program called it, and two calls are two leaks.
// homing: check => ERROR leak @first, ERROR leak @second
// homing: check --libc musl => ERROR leak @first, ERROR leak @second
#include <homing.h>
#include <string.h>

static volatile int sink;

static void lose(const char *text, int which) {
  char *copy = 0;
  if (which == 1)
    copy = strdup(text); // <first>
  if (which == 2)
    copy = strdup(text + 1); // <second>
  sink = copy != 0;
  copy = 0;
}

int main(void) {
  int x = homing_any_int();
  lose("words", x);
  char other[64] = {0};
  sink = other[x & 63];
  return 0;
}
