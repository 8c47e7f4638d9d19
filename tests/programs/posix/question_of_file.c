// The model of the kernel asks what is symbolic, too: its answers are not the program's.
// homing: check ! --sym-files 1 4 -- => NO ERROR
// homing: reach ! --sym-files 1 4 @known @symbolic -- => UNREACHABLE, REACHED
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void) {
  char b[4];
  int fd = open("A", O_RDONLY);
  if (read(fd, b, 4) != 4)
    return 0;
  if (!klee_is_symbolic(b[0]))
    return 1; // <known>
  if (b[0] == 'x')
    return 2; // <symbolic>
  return 0;
}
