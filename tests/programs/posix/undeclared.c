// Functions that were never declared get 32 bits where they take 64: what an instruction wrote has zeros above. A parameter may have
// anything above it.
// homing: check ! --sym-files 1 4 -- => NO ERROR
// homing: reach ! --sym-files 1 4 @all @more @back -- => REACHED, UNREACHABLE, UNREACHABLE
#include <errno.h>
#include <fcntl.h>

int start = 1;

int main(void) {
  char b[8];
  int fd = open("A", O_RDONLY);
  int n = read(fd, b, 8);
  if (n == 4)
    start++; // <all>
  if (n > 4)
    return 1; // <more>
  // -1 in 32 bits is a position far behind the end, not one before the start.
  lseek(fd, -start, 0);
  if (errno)
    return 3; // <back>
  close(fd);
  return 0;
}
