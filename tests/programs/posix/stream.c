// Standard input that never ends: the word is found however much is read before it.
// homing: reach ! --sym-stdin @hit => REACHED
#include <stdio.h>

int main(void) {
  static const char word[] = "go!";
  int have = 0, c;
  while ((c = getchar()) != EOF) {
    have = c == word[have] ? have + 1 : 0;
    if (have == 3)
      return 1; // <hit>
  }
  return 0;
}
