// An argument ends at its terminating zero, however long it could have been.
// homing: check ! --sym-arg 6 -- -DREAD=1 => ERROR out-of-bounds @read
// homing: check ! --sym-arg 6 -- -DREAD=0 => NO ERROR
// homing: check ! --sym-env WORD=6 --sym-arg 0 -- -DREAD=2 => ERROR out-of-bounds @copy
// homing: reach ! --sym-arg 6 @past -- -DREAD=1 => UNKNOWN "out-of-bounds"
// homing: reach ! --sym-arg 6 @equal @longer -- -DREAD=0 => REACHED, UNREACHABLE
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *word = argv[1];
#if READ == 1
  if (word[0] && !word[1] && word[2] == 'x') // <read>
    return 1; // <past>
#elif READ == 2
  char copy[4];
  memcpy(copy, getenv("WORD"), 4); // <copy>
#else
  size_t n = strlen(word);
  char *own = malloc(n + 1);
  strcpy(own, word);
  int same = !strcmp(word, "equal") && !strcmp(own, "equal");
  free(own);
  if (same)
    return 1; // <equal>
  if (!strcmp(word, "longerword"))
    return 2; // <longer>
  while (n)
    if (word[--n] == 'q' && word[n + 1] == 'r')
      return 3;
#endif
  return 0;
}
