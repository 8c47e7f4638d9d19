// At the end of a file there is nothing to write to the address, so it is not looked at.
// homing: reach ! --sym-files 1 2 @fault @end @other -- => REACHED, REACHED, UNREACHABLE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char *nowhere = 0;
  int fd = open("A", O_RDONLY);
  long n = read(fd, nowhere, 2);
  if (n == -1 && errno == EFAULT)
    return 1; // <fault>
  if (n == 0)
    return 2; // <end>
  return 3; // <other>
}
