/* What somebody may have done before the call, other than to globals with names: to the C library, and through other ways to data and functions. */
#define _GNU_SOURCE
#include <ctype.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int hidden = 1;
extern int shown __attribute__((alias("hidden")));
static int alone = 1;
static int listed __attribute__((section("numbers"), used)) = 1;
static int inner;
static void set_inner(int v) { inner = v; }
extern void set_outer(int) __attribute__((alias("set_inner")));

void alias(void) {
  if (hidden == 5)
    exit(77); // @alias alias
}

void no_alias(void) {
  if (alone == 5)
    exit(77); // @no_alias no_alias => UNREACHABLE
}

void section(void) {
  if (listed == 5)
    exit(77); // @section section
}

void alias_of_function(void) {
  if (inner == 5)
    exit(77); // @alias_of_function alias_of_function
}

__attribute__((weak)) int limit(void) { return 3; }
__attribute__((weak)) void stop(void) { abort(); }
__attribute__((weak)) const int most = 3;
int strong(void) { return 3; }

void weak_function(void) {
  if (limit() > 3)
    exit(77); // @weak_function weak_function => UNKNOWN
}

void weak_end(void) {
  stop();
  exit(77); // @weak_end weak_end => UNKNOWN
}

void weak_constant(void) {
  if (most > 3)
    exit(77); // @weak_constant weak_constant => UNKNOWN
}

void strong_function(void) {
  if (strong() > 3)
    exit(77); // @strong_function strong_function => UNREACHABLE
}

void locale(unsigned char c) {
  if (c > 127 && toupper(c) != c)
    exit(77); // @locale locale => UNKNOWN
}

void ascii(unsigned char c) {
  if (c < 128 && (toupper)(c) > 127)
    exit(77); // @ascii ascii => UNREACHABLE
}

void collation(void) {
  if (strcoll("a", "B") < 0)
    exit(77); // @collation collation => UNKNOWN
}

void rounding(void) {
  if (fegetround() != FE_TONEAREST)
    exit(77); // @rounding rounding => UNKNOWN
}

void rounded(int n) {
  if (n == 2 && rint(n + 0.5) == 3)
    exit(77); // @rounded rounded => UNKNOWN
}

void closed(void) {
  if (putchar('a') == EOF)
    exit(77); // @closed closed => UNKNOWN
}

void open_or_not(int n) {
  putchar('a');
  if (n * 2 == 7)
    exit(77); // @open_or_not open_or_not => UNREACHABLE
}
