// Writes a gigabyte, if it is let.
// homing: reach ! --sym-arg 1 @before @after => REACHED, UNKNOWN "file"
#include <fcntl.h>
#include <unistd.h>

static char block[1 << 16];

int main(int argc, char **argv) {
  int f = open("big", O_WRONLY | O_CREAT, 0600);
  if (argv[1][0] != 'x' || f < 0)
    return 0; // <before>
  for (long written = 0; written < 1L << 30; written += sizeof block)
    if (write(f, block, sizeof block) != sizeof block)
      return 1;
  return 2; // <after>
}
