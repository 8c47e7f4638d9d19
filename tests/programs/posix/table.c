// A file with a header and entries behind it.
// homing: reach ! --arg A --sym-files 1 10 @hit @short => REACHED, REACHED
// homing: reach ! --arg B --sym-files 1 10 @hit @missing => UNREACHABLE, REACHED
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  unsigned char entry[3], magic[4];
  FILE *f = argc > 1 ? fopen(argv[1], "rb") : 0;
  if (!f)
    return 1; // <missing>
  if (fread(magic, 1, 4, f) != 4 || memcmp(magic, "TBL", 3))
    return 2;
  unsigned sum = 0;
  for (int i = 0; i < magic[3]; i++) {
    if (fread(entry, 1, 3, f) != 3)
      return 3; // <short>
    sum += entry[0] * entry[2];
  }
  fclose(f);
  if (magic[3] == 2 && sum == 1000)
    return 4; // <hit>
  return 0;
}
