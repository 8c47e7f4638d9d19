/* What the caller may have done to globals, and functions that it may pass. */
#include <stdlib.h>

struct list {
  struct list *next;
  char *name;
  int id;
};

int counter = 1;
static char mode[8] = "ro";
static int secret;
struct list *head;
static const int fixed = 4;
static int never_written = 5;

void set_mode(char a) { mode[0] = a; }
void set_secret(int s) { secret = s; }

void globals(int n) {
  if (counter == n * 2 && n > 5 && mode[0] == 'x' && mode[1] == 'y' && secret == -1 && head && head->id == 3 &&
      head->name[0] == 'z')
    exit(77); // @globals globals
}

void initial(void) {
  if (counter == 2)
    exit(77); // @initial initial --lazy-globals initial => UNKNOWN
}

/* Whoever calls it: these have one value only. */
void constant(void) {
  if (fixed + never_written == 10)
    exit(77); // @constant constant => UNREACHABLE
}

static int calls(void) {
  static int n;
  return ++n;
}

/* What `calls` counts cannot be set from outside. */
void hidden(void) {
  if (calls() == 5)
    exit(77); // @hidden hidden => UNKNOWN
}

typedef int (*operation)(int, int);
int add(int a, int b) { return a + b; }
int multiply(int a, int b) { return a * b; }
operation operations[] = {add, multiply};

void apply(operation f, int a, int b) {
  if (f(a, b) == 35 && a == 5 && b == 7)
    exit(77); // @apply apply
}

int main(void) { return counter; }
