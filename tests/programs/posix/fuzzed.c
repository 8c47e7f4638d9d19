/* Fuzzing with arguments, standard input and a file; streams, options and thread-local variables are as fresh in each run. */
// homing: reach ! --search fuzz --seed 3 --sym-arg 4 --sym-stdin 12 --sym-files 1 8 @argument => REACHED
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Thread_local int runs;

int main(int argc, char **argv) {
  char line[16], text[16] = {0};
  int n = 0;
  if (runs++)
    return 1;
  if (argc > 1 && !strcmp(argv[1], "-v") && getopt(argc, argv, "v") == 'v')
    n = 1; // <argument>
  if (fgets(line, sizeof line, stdin)) {
    /* What is left in the stream must not be there in the next run. */
    if (n && !strncmp(line, "get ", 4) && line[4] == '7')
      n = 2; // <input>
  }
  FILE *f = fopen("A", "r");
  if (f && fread(text, 1, sizeof text - 1, f) > 4 && !memcmp(text, "\x7f" "bin", 4) && text[4] == argv[1][1])
    n = 3; // <file>
  return n;
}
