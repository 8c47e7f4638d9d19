// Inputs that the program asks for itself, beside its arguments; they may have the names of files.
// homing: reach --sym-arg 2 --sym-files 1 3 @hit => REACHED
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char A, letter = 0;
  klee_make_symbolic(&A, 1, "A");
  int f = open("A", O_RDONLY);
  if (f < 0 || read(f, &letter, 1) != 1)
    return 1;
  if (A == 7 && letter == 'q' && argv[1][0] == 'z' && argv[1][1] == letter)
    return 2; // <hit>
  return 0;
}
