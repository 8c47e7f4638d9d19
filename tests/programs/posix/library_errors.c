// Errors inside library functions and system calls; `crates/homing/tests/environment.rs` says what is told about them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int c, char **v) {
  char buf[4];
  if (v[1][0] == 'a')
    strcpy(buf, v[1] + 1);
  if (v[1][0] == 'b')
    sprintf(buf, "<%s>", v[1]);
  if (v[1][0] == 'c') {
    char *p = malloc(3);
    memcpy(p, v[1], strlen(v[1]));
    free(p);
  }
  if (v[1][0] == 'd')
    return strlen(getenv("NOPE"));
  if (v[1][0] == 'e')
    return read(0, buf, 8) > 0;
  if (v[1][0] == 'f')
    abort();
  return 0; }
