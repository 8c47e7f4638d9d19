// `realloc` of one of several values: null is `malloc`, a number and the middle of a block are errors like those of `free`.
// homing: reach @null @block @never => REACHED, REACHED, UNREACHABLE
// homing: check -- -DWILD => ERROR invalid-free @moved (interpreter)
// homing: check -- -DMIDDLE => ERROR invalid-free @freed
#include <homing.h>
#include <stdlib.h>
int main(void) {
    char *block = malloc(4);
    if (!block)
        return 0;
    block[0] = 7;
#if defined(MIDDLE)
    free(block + homing_range(0, 2, "i")); // <freed>
#else
    char *all[2] = {block, 0};
#ifdef WILD
    all[1] = (char *)0xdeadbeef;
#endif
    int i = homing_range(0, 2, "i");
    char *p = realloc(all[i], 8); // <moved>
    if (!p)
        return 0;
    if (i == 1) {
        p[0] = 1;   // <null>
        free(block);
    } else if (p[0] == 7)
        p[0] = 2; // <block>
    else
        p[0] = 3; // <never>
    free(p);
#endif
    return 0;
}
