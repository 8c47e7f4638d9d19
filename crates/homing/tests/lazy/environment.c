/* What a process finds is the caller's business, too. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void variable(void) {
  if (getenv("X"))
    exit(77); // @variable variable => UNKNOWN
}

void secure(void) {
  if (secure_getenv("X"))
    exit(77); // @secure secure => UNKNOWN
}

void first(void) {
  if (environ && environ[0])
    exit(77); // @first first => UNKNOWN
}

void mask(void) {
  if (umask(0) == 077)
    exit(77); // @mask mask => UNKNOWN
}
