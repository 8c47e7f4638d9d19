/* What a run leaves behind must not be there in the next one: globals, memory, handlers; and runs end in every way there is. */
#include "homing.h"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static int count, large[100000];
static char *kept;
static jmp_buf back;

static void at_the_end(void) {
  if (count == 3)
    count = 4; // <handler>
}

static int deeper(int n) { return n ? deeper(n - 1) + 1 : 0; }

int main(void) {
  unsigned char b[12];
  homing_symbolic(b, sizeof b, "b");
  if (count || kept || large[77])
    return 1; // <never>
  count = 1;
  large[77] = 1;
  kept = malloc(16);
  if (!kept)
    return 2;
  memcpy(kept, b, 12);
  if (b[0] == 'x')
    exit(3);
  if (b[0] == 'a')
    abort();
  if (b[0] == 'n')
    *(volatile int *)0 = 1;
  if (b[0] == 'l')
    for (;;)
      count = 2;
  if (b[0] == 'r')
    return deeper(100000000);
  if (b[0] == 'j' && !setjmp(back))
    longjmp(back, 1);
  kept = realloc(kept, 64);
  if (b[0] == 'h' && b[1] == 'i' && b[2] == '!') {
    atexit(at_the_end);
    count = 3;
    exit(0);
  }
  if (b[0] == 'q' && *(int *)(b + 4) == 0x12345678 && *(short *)(b + 8) == b[1] * 3 + 1000)
    return 5; // <deep>
  free(kept);
  return 0;
}
// homing: reach ! --search fuzz @deep @handler => REACHED, REACHED
