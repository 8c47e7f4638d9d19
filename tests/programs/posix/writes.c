// What is written can be read back, and files that are there can be removed.
// homing: reach ! --sym-arg 3 --sym-files 1 2 @hit @still => REACHED, UNREACHABLE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char back[8] = "";
  FILE *f = fopen("out", "w+");
  if (!f)
    return 1;
  fprintf(f, "<%s>", argv[1]);
  rewind(f);
  if (!fgets(back, sizeof back, f))
    return 2;
  fclose(f);
  if (unlink("A") == 0 && access("A", F_OK) == 0)
    return 3; // <still>
  if (!strcmp(back, "<ok!>"))
    return 4; // <hit>
  return 0;
}
