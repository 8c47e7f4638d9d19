// What the standard streams are and whether they are ready is not the program's affair; a pipe of its own is.
// homing: reach @outside => UNKNOWN
// homing: reach @read => UNKNOWN
// homing: reach @flags => UNKNOWN
// homing: reach @pipe => REACHED
#include <fcntl.h>
#include <homing.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

int main(void) {
  unsigned char x = homing_any_uchar();
  if (x == 1) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(2, &set);
    struct timeval none = {0};
    if (select(3, &set, 0, 0, &none) == 1)
      return 1; // <outside>
  }
  char byte;
  if (x == 2 && read(2, &byte, 1) >= 0)
    return 4; // <read>
  if (x == 3 && (fcntl(0, F_GETFL) & O_ACCMODE) == O_RDWR)
    return 5; // <flags>
  if (x > 3) {
    int ends[2];
    if (pipe(ends))
      return 2;
    if (x > 9)
      write(ends[1], "a", 1);
    struct pollfd asked = {ends[0], POLLIN, 0};
    int n = poll(&asked, 1, 0);
    if (n == 1)
      return 3; // <pipe>
  }
  return 0;
}
