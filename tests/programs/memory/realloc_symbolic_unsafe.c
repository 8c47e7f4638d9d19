// What `realloc` gives behind the old size was never written.
// homing: check => ERROR out-of-bounds @bad
#include <stdlib.h>
#include <homing.h>

int main(void) {
    unsigned n = homing_any_uint();
    if (n < 2 || n > 60)
        return 0;
    char *p = calloc(n, 1);
    p = realloc(p, n + 4);
    p[n + 4] = 1; // <bad>
    free(p);
    return 0;
}
