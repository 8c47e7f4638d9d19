// Prints without an end.
// homing: reach ! --sym-arg 1 --max-instructions 3000000 @start @after => REACHED, UNKNOWN "instructions"
#include <stdio.h>

int main(int argc, char **argv) {
  for (unsigned long n = 0; argv[1][0] == 'x'; n++)
    printf("%lu bottles\n", n); // <start>
  if (argv[1][0] == 'x')
    return 2; // <after>
  return 0;
}
