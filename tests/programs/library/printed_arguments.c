// What is printed is looked at: each kind of bad argument is an error.
// homing: check ! -- -DW=0 => ERROR null @any
// homing: check ! --libc musl -- -DW=0 => ERROR null @any
// homing: check ! -- -DW=1 => ERROR out-of-bounds @any
// homing: check ! -- -DW=2 => ERROR use-after-free @any
// homing: check ! --libc musl -- -DW=2 => ERROR use-after-free @any
// homing: check ! -- -DW=3 => ERROR out-of-bounds @any
// homing: check ! -- -DW=4 => NO ERROR
// homing: check ! --libc musl -- -DW=4 => NO ERROR
// homing: check ! -- -DW=5 => ERROR out-of-bounds @any (interpreter)
// homing: check ! -- -DW=6 => ERROR null @any
// homing: check ! --libc musl -- -DW=6 => ERROR null @any
// homing: check ! -- -DW=7 => ERROR out-of-bounds @any
// homing: check ! -- -DW=8 => NO ERROR
// homing: check ! --libc musl -- -DW=8 => NO ERROR
#include <homing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char three[3] = {'a', 'b', 'c'};
  switch (W) {
  case 0:
    puts(homing_any_uchar() > 3 ? "more" : NULL);
    break;
  case 1:
    printf("%d %s\n", 1, (char *)0x5550000000);
    break;
  case 2: {
    char *p = malloc(4);
    strcpy(p, "abc");
    free(p);
    printf("%5s\n", p);
    break;
  }
  case 3:
    printf("%s\n", three);
    break;
  case 4:
    printf("%.3s|%.*s\n", three, 2, three);
    break;
  case 5: {
    const char *format = "%d %d\n";
    printf(format, 1);
    break;
  }
  case 6: {
    char *volatile format = NULL;
    printf(format);
    break;
  }
  case 7:
    write(1, three, 4);
    break;
  case 8:
    write(1, three, 3);
    break;
  }
  return 0;
}
