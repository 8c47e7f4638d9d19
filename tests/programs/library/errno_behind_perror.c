// What the printing of a message leaves in errno is the C library's affair; that it was printed changes nothing else.
// homing: reach @changed => UNKNOWN
// homing: reach @kept => REACHED
#include <errno.h>
#include <homing.h>
#include <stdio.h>

int main(void) {
  unsigned char x = homing_any_uchar();
  errno = x & 31;
  if (x > 100)
    perror("message");
  if (x == 103 && errno == 22)
    return 2; // <changed>
  if (x == 22 && errno == 22)
    return 3; // <kept>
  return 0;
}
