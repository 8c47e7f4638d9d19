// A weak symbol that nobody defines has the address null; one that somebody defines does not.
// homing: reach @function @variable @reference @profiler @called @library @here @elsewhere => REACHED, REACHED, REACHED, REACHED, UNREACHABLE, REACHED, REACHED, UNREACHABLE
// homing: check => NO ERROR
#include <stdlib.h>
#include <homing.h>
extern int optional(int) __attribute__((weak));
extern int setting __attribute__((weak));
static int hidden(void) __attribute__((weakref("nowhere")));
extern void __gmon_start__(void) __attribute__((weak));
extern size_t strlen(const char *) __attribute__((weak));
__attribute__((weak)) int own(void) { return 3; }
int main(void) {
    unsigned char x = homing_any_uchar();
    if (x == 1 && !optional)
        return 1; // <function>
    if (x == 2 && &setting == 0)
        return 2; // <variable>
    if (x == 3 && hidden == 0)
        return 3; // <reference>
    if (x == 4 && !__gmon_start__)
        return 4; // <profiler>
    if (x == 5 && optional && optional(x))
        return 5; // <called>
    if (x == 6 && strlen && strlen("abc") == 3)
        return 6; // <library>
    if (x == 7 && own && own() == 3)
        return 7; // <here>
    if (x == 8 && (!own || !strlen))
        return 8; // <elsewhere>
    return 0;
}
