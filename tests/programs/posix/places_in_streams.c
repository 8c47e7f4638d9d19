// Whether there are places in the standard input is not known, nor what its name leads to.
// homing: reach @seek => UNKNOWN
// homing: reach @rewind => UNKNOWN
// homing: reach @name => UNKNOWN
// homing: reach @map => UNKNOWN
#include <errno.h>
#include <homing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  unsigned char x = homing_any_uchar();
  if (x == 1 && lseek(0, 0, SEEK_CUR) < 0)
    return 1; // <seek>
  if (x == 2) {
    rewind(stdin);
    if (errno == ESPIPE)
      return 2; // <rewind>
  }
  if (x == 3) {
    char *name = realpath("/dev/stdin", NULL);
    if (name && !strncmp(name, "/tmp", 4))
      return 3; // <name>
  }
  if (x == 4 && mmap(NULL, 1, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED && errno == ENODEV)
    return 4; // <map>
  return 0;
}
