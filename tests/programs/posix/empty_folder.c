// What is in the working folder is not known, unless somebody says it; what the program puts there is.
// homing: reach @found => UNKNOWN
// homing: reach ! --sym-files 1 4 @found => UNREACHABLE
// homing: reach @own => REACHED
#include <homing.h>
#include <stdio.h>

int main(void) {
  unsigned char x = homing_any_uchar();
  if (x == 1 && fopen("settings", "r"))
    return 1; // <found>
  if (x == 2) {
    FILE *f = fopen("notes", "w");
    if (f && !fclose(f) && fopen("notes", "r"))
      return 2; // <own>
  }
  return 0;
}
