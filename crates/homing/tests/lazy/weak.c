// What is weak: the caller's part of the program may define it, or define it otherwise.
#include <float.h>
#include <stdlib.h>

extern int option(void) __attribute__((weak));
extern int level __attribute__((weak));

void absent_function(void) {
  if (option)
    exit(77); // @absent_function absent_function => UNKNOWN
}

void absent_variable(void) {
  if (&level && level == 3)
    exit(77); // @absent_variable absent_variable => UNKNOWN
}

void neither(void) {
  if (!option && !&level)
    exit(77); // @neither neither
}

static int first(void) { return 1; }
__attribute__((weak, alias("first"))) int second(void);

void weak_alias(void) {
  if (second() == 2)
    exit(77); // @weak_alias weak_alias => UNKNOWN
}

void rounding(void) {
  if (FLT_ROUNDS == 2)
    exit(77); // @rounding rounding => UNKNOWN
}
