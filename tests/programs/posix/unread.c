// What is left in the buffer of standard input at the end is nobody's affair.
// homing: reach ! --sym-stdin 4 @both @one => UNREACHABLE, REACHED
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == 'a' && c == 'b')
    return 2; // <both>
  if (c == 'a')
    return 1; // <one>
  return 0;
}
