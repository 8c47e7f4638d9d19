// Opens files until there are no more descriptors.
// homing: reach ! --sym-arg 1 --sym-files 1 1 @full @never => REACHED, UNREACHABLE
#include <errno.h>
#include <fcntl.h>

int main(int argc, char **argv) {
  if (argv[1][0] != 'x')
    return 0;
  for (int i = 0; i < 100000; i++)
    if (open("f", O_RDWR | O_CREAT, 0600) < 0) {
      if (errno == EMFILE)
        return 1; // <full>
      return 2;
    }
  return 3; // <never>
}
