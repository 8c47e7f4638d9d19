// An allocation that fails sets `errno`, also that of the whole C library.
// homing: reach @silent @told @called @kept --fail-allocations --libc musl => UNREACHABLE, REACHED (interpreter), REACHED (interpreter), REACHED
// homing: reach @silent @told @called @kept --fail-allocations => UNREACHABLE, REACHED (interpreter), REACHED (interpreter), REACHED
#include <errno.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    errno = 0;
    char *p = malloc(10);
    if (!p && errno == 0)
        return 1; // <silent>
    if (!p && errno == ENOMEM)
        return 2; // <told>
    errno = EBADF;
    char *q = strdup("text");
    if (!q && errno == ENOMEM)
        return 3; // <called>
    if (q && errno == EBADF)
        return 4; // <kept>
    return 0;
}
